import { type Recorded, START } from '../../aggregates/events';
import { streamNameOf } from '../../aggregates/stream';
import { isStreamFault } from '../../aggregates/stream-fault';
import { user } from '../../aggregates/user/user';
import { stateOf } from '../handling/read-stream';
import type { EventStore } from '../ports/event-store';

export interface ErasedSubjectsDeps {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream'>;
  /** Of all projections. */
  readonly parkedStreams: () => Promise<ReadonlySet<string>>;
}

/** A key that is destroyed is gone for ever: only a whole stream of ours that is not parked may say so. */
export const erasedSubjects = async (deps: ErasedSubjectsDeps): Promise<readonly string[]> => {
  const claimed = new Set<string>();
  for await (const event of deps.eventStore.readAll(START, { typePrefixes: ['SubjectErased'] })) {
    const subjectId = claimedBy(event);
    if (subjectId !== null) claimed.add(subjectId);
  }
  if (claimed.size === 0) return [];
  const parked = await deps.parkedStreams();
  const erased: string[] = [];
  for (const subjectId of claimed) {
    if (!parked.has(streamNameOf(user, subjectId)) && (await isErased(deps, subjectId))) erased.push(subjectId);
  }
  return erased;
};

/** By an event in the subject's own stream; null otherwise. */
const claimedBy = (event: Recorded): string | null => {
  if (event.type !== 'SubjectErased') return null;
  const { subjectId } = event.data;
  return event.stream === streamNameOf(user, subjectId) ? subjectId : null;
};

const isErased = async ({ eventStore }: ErasedSubjectsDeps, subjectId: string): Promise<boolean> => {
  try {
    return (await stateOf(eventStore, user, subjectId)).status === 'ERASED';
  } catch (error) {
    if (isStreamFault(error)) return false;
    throw error;
  }
};
