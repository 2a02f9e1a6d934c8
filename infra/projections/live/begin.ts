import type { Position } from '../../../aggregates/events';
import { misplacedCheckpoints } from '../../../commands/pair/placing/misplaced-checkpoints';
import type { Refusal } from '../../../commands/pair/refusing/refusal';
import { refusalWords } from '../../../commands/pair/refusing/refusal-words';
import { ensureCheckpoints } from '../waiting/checkpoints';
import { readPairCheckpoints } from '../waiting/pair-checkpoints';
import { moveCheckpointBack } from './move-back';
import type { ProjectorOptions } from './projector-options';

/** The rows were projected from another log than this one: going on would skip what this one has. */
export class AnotherLog extends Error {
  /** For anybody who asks: it names no stream. */
  readonly told: string;

  constructor(refusal: Refusal) {
    super(refusalWords(refusal));
    this.name = 'AnotherLog';
    this.told = toldOf(refusal);
  }
}

const textOf = ({ commit, prepare }: Position): string => `${commit}/${prepare}`;

const toldOf = (refusal: Refusal): string => {
  if (refusal.because !== 'CHECKPOINT_ABSENT') return 'the event store is not the one that the rows are from';
  const { misplaced, head } = refusal;
  const { projection, considered, found } = misplaced;
  return `${projection} had considered an event at ${textOf(considered.position)}, where the event store has ${found === null ? 'none' : 'another'}; it ends at ${textOf(head)}`;
};

/** Every projection has a checkpoint, and its event is in its place in the log. Rejects with AnotherLog. */
export async function beginRight(options: ProjectorOptions): Promise<void> {
  const { pool, eventStore, projections, logger } = options;
  const names: readonly string[] = projections.map(({ name }) => name);
  await ensureCheckpoints(pool, names);
  const checkpoints = (await readPairCheckpoints(pool)).filter(({ projection }) => names.includes(projection));
  for (const misplaced of await misplacedCheckpoints(eventStore, checkpoints, options.streamPrefixes)) {
    if (!misplaced.isStreamFaulty) {
      throw new AnotherLog({ because: 'CHECKPOINT_ABSENT', misplaced, head: await eventStore.head() });
    }
    const parked = await moveCheckpointBack(pool, misplaced, misplaced.before);
    if (parked === null) continue;
    logger.error(parked, 'a stream is no longer whole in the log: it is parked');
    options.onParked?.(parked);
  }
}
