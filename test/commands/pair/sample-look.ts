import type { LedgerIdentityEvent } from '../../../aggregates/ledger/events';
import { openingIdOf } from '../../../commands/pair/opening';
import type {
  ComingEvent,
  ConsideredEvent,
  DatabaseSays,
  IdentityEvent,
  LogSays,
  PairLook,
  PairRow,
} from '../../../commands/ports/pair';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';

export const LEDGER = 'ledger1';
export const OPENING_ID = openingIdOf(LEDGER);
export const AT = time(0);

const at = (revision: number, id: string, happened: LedgerIdentityEvent): IdentityEvent => ({
  ...happened,
  id,
  revision,
});

/** The identity stream of a ledger that was opened and led twice. */
export const OPENED = at(0, OPENING_ID, event('LedgerOpened', { ledgerId: LEDGER }));
export const LED_1 = at(1, 'led1', event('LedgerLed', { term: 1 }));
export const LED_2 = at(2, 'led2', event('LedgerLed', { term: 2 }));
export const ATTACHED = at(2, 'attached2', event('LedgerAttached'));
export const MOVED = at(2, 'moved2', event('LedgerMoved'));
export const CANCELLED = at(0, 'cancelled0', event('LedgerMoveCancelled'));

export const comingOf = ({ id, revision: _revision, ...happened }: IdentityEvent): ComingEvent => ({
  id,
  event: happened,
});

/** Bound, and at the first term. */
export const BOUND: PairRow = {
  ...{ ledgerId: LEDGER, state: 'BOUND', coming: null },
  last: { id: 'led1', revision: 1 },
};

export const OPENING: PairRow = { ...BOUND, state: 'OPENING', last: null, coming: comingOf(OPENED) };

export const CONSIDERED: ConsideredEvent = {
  ...{ stream: 'cashout-cid1', revision: 3, id: 'event3' },
  position: { commit: 40n, prepare: 40n },
};

export const NEW_DATABASE: DatabaseSays = {
  ...{ row: null, isVaultEmpty: true },
  checkpoints: [{ projection: 'audit-trail', considered: 'START' }],
};

export const USED_DATABASE: DatabaseSays = {
  ...{ row: BOUND, isVaultEmpty: false },
  checkpoints: [{ projection: 'audit-trail', considered: CONSIDERED }],
};

export const EMPTY_LOG: LogSays = {
  ...{ opening: null, idAtRow: null, last: null, hasOthers: false, misplaced: [] },
  head: { commit: -1n, prepare: -1n },
};

/** The log of a ledger that ends in the last of these, seen from a row at `revision`. */
export const logOf = (identity: readonly IdentityEvent[], revision = 1): LogSays => ({
  opening: identity[0] ?? null,
  idAtRow: identity.find((found) => found.revision === revision)?.id ?? null,
  last: identity.at(-1) ?? null,
  hasOthers: true,
  misplaced: [],
  head: { commit: 90n, prepare: 90n },
});

export const lookAt = (database: Partial<DatabaseSays>, log: LogSays | 'AWAY', rowAfter?: PairRow | null): PairLook => {
  const whole = { ...USED_DATABASE, ...database };
  return { database: whole, log, rowAfter: rowAfter === undefined ? whole.row : rowAfter };
};

export const RIGHT_LOOK = lookAt({}, logOf([OPENED, LED_1]));
