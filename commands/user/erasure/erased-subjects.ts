import { type Recorded, START } from '../../../aggregates/events';
import { streamNameOf } from '../../../aggregates/stream';
import { isStreamFault } from '../../../aggregates/stream-fault';
import { isFiscal } from '../../../aggregates/user/fiscal-subject';
import { user } from '../../../aggregates/user/user';
import { stateOf } from '../../handling/reading/read-stream';
import type { EventStore } from '../../ports/event-store';

export interface ErasedSubjectsDeps {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly parkedStreams: () => Promise<ReadonlySet<string>>;
}

const TYPES = ['SubjectErased', 'FiscalKeyDestroyed'] as const;

/** A destroyed key is gone for ever: only a whole stream of ours that is not parked may prove the erasure. */
export const erasedSubjects = async (deps: ErasedSubjectsDeps): Promise<readonly string[]> => {
  const claimed = new Map<string, string>();
  for await (const event of deps.eventStore.readAll(START, { typePrefixes: TYPES })) {
    const claim = claimIn(event);
    if (claim !== null) claimed.set(claim.subjectId, claim.userId);
  }
  if (claimed.size === 0) return [];
  const parked = await deps.parkedStreams();
  const erased: string[] = [];
  for (const [subjectId, userId] of claimed) {
    if (!parked.has(streamNameOf(user, userId)) && (await isErased(deps, subjectId, userId))) erased.push(subjectId);
  }
  return erased;
};

const claimIn = (event: Recorded): { readonly subjectId: string; readonly userId: string } | null => {
  if (event.type !== 'SubjectErased' && event.type !== 'FiscalKeyDestroyed') return null;
  const { subjectId } = event.data;
  const userId = event.type === 'SubjectErased' ? subjectId : event.data.userId;
  return event.stream === streamNameOf(user, userId) ? { subjectId, userId } : null;
};

const isErased = async ({ eventStore }: ErasedSubjectsDeps, subjectId: string, userId: string): Promise<boolean> => {
  try {
    const state = await stateOf(eventStore, user, userId);
    if (state.status === 'NONE') return false;
    return isFiscal(subjectId) ? state.destroyedFiscal.includes(subjectId) : state.status === 'ERASED';
  } catch (error) {
    if (isStreamFault(error)) return false;
    throw error;
  }
};
