import type { Position } from '../../../aggregates/events';
import { misplacedCheckpoints } from '../../../commands/pair/placing/misplaced-checkpoints';
import { checkpointAbsent, placeNamed } from '../../../commands/pair/refusal';
import type { MisplacedCheckpoint } from '../../../commands/ports/pair';
import { ensureCheckpoints } from '../waiting/checkpoints';
import { readPairCheckpoints } from '../waiting/pair-checkpoints';
import { moveCheckpointBack } from './move-back';
import type { ProjectorOptions } from './projector-options';

/** The rows were projected from another log: the projections would skip events of this log. */
export class AnotherLog extends Error {
  readonly told: string;

  constructor(misplaced: MisplacedCheckpoint, head: Position) {
    super(checkpointAbsent(misplaced, head).words);
    this.name = 'AnotherLog';
    const { projection, considered, found } = misplaced;
    const place = placeNamed(considered.position);
    this.told = `${projection} had considered an event at ${place}, where the event store has ${found === null ? 'none' : 'another'}; it ends at ${placeNamed(head)}`;
  }
}

/** Every projection has a checkpoint whose event is at its position in the log. Rejects with AnotherLog. */
export async function beginRight(options: ProjectorOptions): Promise<void> {
  const { pool, eventStore, projections, logger } = options;
  const names: readonly string[] = projections.map(({ name }) => name);
  await ensureCheckpoints(pool, names);
  const checkpoints = (await readPairCheckpoints(pool)).filter(({ projection }) => names.includes(projection));
  for (const misplaced of await misplacedCheckpoints(eventStore, checkpoints, options.streamPrefixes)) {
    if (!misplaced.isStreamFaulty) {
      throw new AnotherLog(misplaced, await eventStore.head());
    }
    const parked = await moveCheckpointBack(pool, misplaced, misplaced.before);
    if (parked === null) continue;
    logger.error(parked, 'a stream in the log is incomplete: the stream is parked');
    options.onParked?.(parked);
  }
}
