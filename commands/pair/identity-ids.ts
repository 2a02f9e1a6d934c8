import { commandIdOf } from '../handling/deterministic-ids';

/** Id of the event that opens a new ledger: the same for every process that shares the row. */
export const openingIdOf = (ledgerId: string): string => commandIdOf('open-ledger', ledgerId);

/** Id of the LedgerMoved that an export closes its source with. */
export const leavingIdOf = (ledgerId: string, moveId: string): string => commandIdOf('move-ledger', ledgerId, moveId);

/** Id of the LedgerOpened that an import ends with. */
export const arrivalIdOf = (ledgerId: string, moveId: string): string =>
  commandIdOf('ledger-arrives', ledgerId, moveId);
