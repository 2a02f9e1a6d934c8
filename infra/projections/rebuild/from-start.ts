import type { Recorded } from '../../../aggregates/events';
import { isSamePark, type ParkedStreams, parkEvents } from '../faulty/parked';
import { type Closing, closeStreams, stillParked } from '../rows/closed';
import { setCheckpoint } from '../waiting/checkpoints';
import { advanceToEnd, type Construction, type Place, readPlace } from './construction';
import { indexShadow } from './shadow-schema';
import { swapWhenFree } from './swap';

/** Swaps rows and checkpoint in one transaction. Parked streams stay parked with all their events, for a replay. */
export async function buildFromStart(work: Construction): Promise<void> {
  const { live, shadow, projection, reporter, rows } = work;
  const begun = await readPlace(live, projection.name);
  const skipped: Recorded[] = [];
  const closings: Closing[] = [];
  const goToEnd = async (place: Place): Promise<void> => {
    mustBeParkedAsBefore(begun.parked, place.parked);
    const untold = await advanceToEnd(work, place);
    skipped.push(...untold.skipped);
    closings.push(...untold.closings);
    await rows.flush();
  };
  await goToEnd(begun);
  if (work.at.considered === 'START') throw new Error('The log has no event of a ledger: a rebuild needs events');
  reporter.enter('writing');
  await indexShadow(shadow, projection, work.readModelsFolder);
  await goToEnd(await readPlace(live, projection.name));
  reporter.enter('swapping');
  await swapWhenFree(work, async (place) => {
    await goToEnd(place);
    await closeStreams(live, projection.name, closings);
    const { parked } = await readPlace(live, projection.name);
    await parkEvents(live, projection.name, stillParked(parked, skipped));
    await setCheckpoint(live, projection.name, work.at);
  });
}

/** The shadow may have newer events than the live tables: those of a stream that was parked meanwhile. */
function mustBeParkedAsBefore(before: ParkedStreams, now: ParkedStreams): void {
  for (const [stream, from] of now) {
    if (isSamePark(before.get(stream), from)) continue;
    throw new Error(`${stream} was parked during the rebuild: run the rebuild again`);
  }
}
