import { commandIdOf } from '../handling/deterministic-ids';
import type { ComingEvent, DatabaseSays } from '../ports/pair';
import type { Drawn } from './decision';
import { LEDGER_FORMAT } from './identity-end';

/** No event was ever considered, and no key was made. */
export const isUnused = ({ isVaultEmpty, checkpoints }: DatabaseSays): boolean =>
  isVaultEmpty && checkpoints.every(({ considered }) => considered === 'START');

/** Its id is made from the ledger's: several first starts that share the row append the same. */
export const openingEvent = ({ id: ledgerId, at }: Drawn): ComingEvent => ({
  id: openingIdOf(ledgerId),
  event: { type: 'LedgerOpened', data: { ledgerId, format: LEDGER_FORMAT, openedAt: at } },
});

export const openingIdOf = (ledgerId: string): string => commandIdOf('open-ledger', ledgerId);

export const leavingIdOf = (ledgerId: string, moveId: string): string => commandIdOf('move-ledger', ledgerId, moveId);

export const arrivalIdOf = (ledgerId: string, moveId: string): string =>
  commandIdOf('ledger-arrives', ledgerId, moveId);
