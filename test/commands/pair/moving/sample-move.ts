import { arrivalIdOf, cancellationIdOf, leavingIdOf } from '../../../../commands/pair/identity-ids';
import type { MoveLook } from '../../../../commands/pair/moving/moving';
import type { IdentityEvent, PairRow } from '../../../../commands/ports/pair';
import { event } from '../../../samples/sample-events';
import { AT, BOUND, LED_1, LEDGER, logOf, lookAt, OPENED } from '../sample-look';

export const ASKED = { moveId: 'move1', to: 'esdb://store.example:2113', at: AT };
export const MOVE = { moveId: ASKED.moveId, to: ASKED.to };
export const BEGUN = { ...MOVE, isCancelling: false };

const LEFT: IdentityEvent = { ...event('LedgerMoved', { movedAt: AT }), id: leavingIdOf(LEDGER, 'move1'), revision: 2 };
export const LEAVING: PairRow = { ...BOUND, coming: { id: LEFT.id, event: event('LedgerMoved', { movedAt: AT }) } };
export const GONE: PairRow = { ...BOUND, last: { id: LEFT.id, revision: 2 } };

export const ARRIVED_ID = arrivalIdOf(LEDGER, 'move1');
export const ARRIVED: IdentityEvent = {
  ...event('LedgerOpened', { arrival: { moveId: 'move1', count: 9, hash: 'ab' } }),
  ...{ id: ARRIVED_ID, revision: 0 },
};
export const CANCELLED: IdentityEvent = {
  ...event('LedgerMoveCancelled'),
  ...{ id: cancellationIdOf(LEDGER, 'move1'), revision: 0 },
};

const EMPTY = { opening: null, hasOthers: false };
export const targetWith = (opening: IdentityEvent): MoveLook['target'] => ({ opening, hasOthers: true });

const looking = (pair: MoveLook['pair'], differences: Partial<MoveLook> = {}): MoveLook => ({
  ...{ pair, target: EMPTY, isAlone: true, notWhole: [], ...differences },
});

/** Looks at a move by how far it has come. */
export const begin = (differences: Partial<MoveLook> = {}) => looking(lookAt({}, logOf([OPENED, LED_1])), differences);
export const begun = (differences: Partial<MoveLook> = {}, move = BEGUN) =>
  looking(lookAt({ row: { ...BOUND, move } }, logOf([OPENED, LED_1])), differences);
export const leaving = (isInLog: boolean, differences: Partial<MoveLook> = {}, move = BEGUN) =>
  looking(lookAt({ row: { ...LEAVING, move } }, logOf(isInLog ? [OPENED, LED_1, LEFT] : [OPENED, LED_1])), differences);
export const left = (differences: Partial<MoveLook> = {}, move = BEGUN) =>
  looking(lookAt({ row: { ...GONE, move } }, logOf([OPENED, LED_1, LEFT], 2)), differences);
