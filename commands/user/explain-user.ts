import { fold } from '../../aggregates/decider';
import type { Recorded } from '../../aggregates/events';
import { rejection } from '../../aggregates/rejection';
import type { UserEvent } from '../../aggregates/user/events';
import { type KnownUser, user } from '../../aggregates/user/user';
import type { Explanation } from '../explaining/explain';
import { historyOf } from '../handling/reading/read-stream';
import type { EventStore } from '../ports/event-store';

/** Refuses USER_NOT_FOUND. */
export const explainUser =
  ({ eventStore }: { readonly eventStore: Pick<EventStore, 'readStream'> }) =>
  async (userId: string): Promise<Explanation & { readonly userId: string }> => {
    const history = await historyOf(eventStore, user, userId);
    const state = fold(user, history as unknown as UserEvent[]);
    if (state.status === 'NONE') throw rejection('USER_NOT_FOUND', 'No such user');
    if (state.status === 'ERASED') {
      const because = `The user was erased ${decisionIn(history, 'SubjectErased')}.`;
      return { userId, status: 'ERASED', because, movesWhen: [], heldBy: [] };
    }
    const decision = decisionIn(history, 'KycStatusChanged') ?? 'as at the registration';
    const because = `KYC is ${state.kyc}, ${decision}${sessionIn(history)}.`;
    const block = decisionIn(history, 'UserBlocked') ?? '';
    return { userId, status: state.status, because, ...nextOf(state, block) };
  };

const decisionIn = (history: readonly Recorded[], type: UserEvent['type']): string | null => {
  const last = history.findLast((event) => event.type === type);
  if (last === undefined) return null;
  const { at, actor, reason } = last.metadata;
  return `since ${at} by ${actor.kind}:${actor.id}${reason === null ? '' : ` (${reason})`}`;
};

const sessionIn = (history: readonly Recorded[]): string => {
  const decision = history.findLast(({ type }) => type === 'KycStatusChanged');
  const followed = history.findLast((event) => event.type === 'KycSessionFollowed');
  const isCause = decision?.metadata.$causationId === followed?.metadata.$causationId;
  return followed?.type === 'KycSessionFollowed' && isCause ? `, after KYC session ${followed.data.sessionId}` : '';
};

const nextOf = ({ status, kyc }: KnownUser, block: string): Pick<Explanation, 'movesWhen' | 'heldBy'> => ({
  movesWhen: [
    ...(status === 'BLOCKED' ? ['ACTIVE: the partner or an operator unblocks the user'] : []),
    kyc === 'APPROVED'
      ? 'KYC REJECTED: a later session is rejected, or an operator sets it (`ledger user kyc`)'
      : 'KYC APPROVED: a session is approved, or an operator sets it (`ledger user kyc`)',
  ],
  heldBy: [
    ...(status === 'BLOCKED' ? [`Blocked ${block}: all payments of the user are stopped`] : []),
    ...(kyc === 'APPROVED' ? [] : ['Without KYC APPROVED the user cannot quote, create or withdraw']),
  ],
});
