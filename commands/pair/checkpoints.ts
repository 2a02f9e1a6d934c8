import type { DatabaseSays, LogSays } from '../ports/pair';
import type { Refusal } from './refusing/refusal';

/** A checkpoint whose event is not in the log, where its stream is not to blame; null: none. */
export const checkpointRefusal = (
  ledgerId: string,
  { checkpoints }: Pick<DatabaseSays, 'checkpoints'>,
  { misplaced, head }: LogSays,
): Refusal | null => {
  const unnamed = checkpoints.find(({ considered }) => considered === 'UNNAMED');
  if (unnamed !== undefined) return { because: 'UNNAMED_CHECKPOINT', ledgerId, projection: unnamed.projection };
  const absent = misplaced.find(({ isStreamFaulty }) => !isStreamFaulty);
  return absent === undefined ? null : { because: 'CHECKPOINT_ABSENT', misplaced: absent, head };
};
