import type { ComingEvent, DatabaseSays, LogSays } from '../ports/pair';
import type { Drawn } from './decision';
import { LEDGER_FORMAT } from './identity-end';
import { openingIdOf } from './identity-ids';
import type { Refusal } from './refusing/refusal';

/** Nothing was ever considered, and no key was made. */
export const isUnused = ({ isVaultEmpty, checkpoints }: DatabaseSays): boolean =>
  isVaultEmpty && checkpoints.every(({ considered }) => considered === 'START');

/** Its id is made from the ledger's: several first starts that share the row append the same. */
export const openingEvent = ({ ledgerId, at }: Drawn): ComingEvent => ({
  id: openingIdOf(ledgerId),
  event: { type: 'LedgerOpened', data: { ledgerId, format: LEDGER_FORMAT, openedAt: at } },
});

/** A checkpoint whose event is not in the log, where its stream is not to blame. */
export const checkpointRefusal = ({ misplaced, head }: LogSays): Refusal | null => {
  const absent = misplaced.find(({ isStreamFaulty }) => !isStreamFaulty);
  return absent === undefined ? null : { because: 'CHECKPOINT_ABSENT', misplaced: absent, head };
};
