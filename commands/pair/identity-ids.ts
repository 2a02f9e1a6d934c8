import { commandIdOf } from '../handling/deterministic-ids';

/** What opens a ledger where it begins: the same for every process that shares the row. */
export const openingIdOf = (ledgerId: string): string => commandIdOf('open-ledger', ledgerId);

/** What leaves the source of a move: the same each time that the move goes on. */
export const leavingIdOf = (ledgerId: string, moveId: string): string => commandIdOf('move-ledger', ledgerId, moveId);

/** What opens the ledger in the store that it moved to. */
export const arrivalIdOf = (ledgerId: string, moveId: string): string =>
  commandIdOf('ledger-arrives', ledgerId, moveId);

export const cancellationIdOf = (ledgerId: string, moveId: string): string =>
  commandIdOf('cancel-move', ledgerId, moveId);
