import type { ComingEvent, DatabaseSays, LogSays, PairRow } from '../ports/pair';
import { checkpointRefusal } from './checkpoints';
import { advanceStep, appendStep, type Drawn, next, type PairDecision, refuse } from './decision';
import { LEDGER_FORMAT, strangeOpening } from './identity-end';
import { openingIdOf } from './identity-ids';

/** PostgreSQL has no row: a new ledger, rows of the version before, or a PostgreSQL that lost what the log knows. */
export const decideUnbound = (database: DatabaseSays, log: LogSays, drawn: Drawn): PairDecision => {
  const strange = strangeOpening(null, log);
  if (strange !== null) return refuse(strange);
  const found = log.opening?.data.ledgerId ?? null;
  if (isFromBeforeIds(database)) {
    return found === null ? writeOpening('ADOPTING', drawn) : refuse({ because: 'UNBOUND_ROWS', found });
  }
  if (found !== null || log.hasOthers) return refuse({ because: 'DATABASE_EMPTY', found });
  return isUnused(database) ? writeOpening('OPENING', drawn) : refuse({ because: 'LOG_EMPTY' });
};

const isFromBeforeIds = ({ checkpoints }: DatabaseSays): boolean =>
  checkpoints.some(({ considered }) => considered === 'UNNAMED');

/** Nothing was ever considered, and nobody's key was made. */
export const isUnused = ({ isVaultEmpty, checkpoints }: DatabaseSays): boolean =>
  isVaultEmpty && checkpoints.every(({ considered }) => considered === 'START');

const writeOpening = (state: 'OPENING' | 'ADOPTING', drawn: Drawn): PairDecision =>
  next({
    do: 'WRITE_ROW',
    from: null,
    to: { ledgerId: drawn.ledgerId, state, last: null, coming: openingEvent(drawn), move: null },
  });

/** Its id is made from the ledger's: several first starts that share the row append the same. */
export const openingEvent = ({ ledgerId, at }: Drawn): ComingEvent => ({
  id: openingIdOf(ledgerId),
  event: { type: 'LedgerOpened', data: { ledgerId, format: LEDGER_FORMAT, openedAt: at } },
});

/** The row says that a ledger is being opened, and the log has nothing of it or its first event. */
export const decideOpening = (
  database: DatabaseSays,
  row: PairRow,
  log: LogSays,
  { at }: Pick<Drawn, 'at'>,
): PairDecision => {
  const { ledgerId, state } = row;
  const found = log.opening?.data.ledgerId ?? null;
  if (state !== 'ADOPTING' && log.hasOthers) return refuse({ because: 'OPENING_TAKEN', ledgerId, found });
  if (state === 'ADOPTING' && isFromBeforeIds(database)) return next({ do: 'ADOPT', ledgerId });
  const lost = checkpointRefusal(ledgerId, database, log);
  if (lost !== null) return refuse(lost);
  const coming = row.coming ?? openingEvent({ ledgerId, at });
  return next(found === null ? appendStep(row, coming) : advanceStep(row, coming));
};
