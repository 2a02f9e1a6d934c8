import { isEnded, isReopenable, type KnownSession, kycSession } from '../../aggregates/kyc/kyc-session';
import { rejection } from '../../aggregates/rejection';
import type { Explanation } from '../explaining/explain';
import { stateOf } from '../handling/reading/read-stream';
import type { EventStore } from '../ports/event-store';
import type { KycProviders } from '../ports/providers/kyc-provider';

export interface ExplainSessionDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly kycProviders: Pick<KycProviders, 'named'>;
}

/** Refuses SESSION_NOT_FOUND. */
export const explainSession =
  ({ eventStore, kycProviders }: ExplainSessionDeps) =>
  async (sessionId: string): Promise<Explanation & { readonly sessionId: string }> => {
    const state = await stateOf(eventStore, kycSession, sessionId);
    if (state.status === 'NONE') throw rejection('SESSION_NOT_FOUND', 'No such KYC session');
    const { provider, mode } = state.facts;
    const isThere = kycProviders.named(provider, mode) !== null;
    return {
      ...{ sessionId, status: state.status, because: becauseOf(state), movesWhen: movesOf(state) },
      heldBy: isThere || isEnded(state.status) ? [] : [`${provider} is not configured: the service cannot ask it`],
    };
  };

const becauseOf = ({ status, facts, opened, rejectionReason, changedAt }: KnownSession): string => {
  const why = rejectionReason === null ? '' : ` (${rejectionReason})`;
  if (opened === null && status === 'PENDING') return `${facts.provider} has not confirmed the session yet.`;
  return `${facts.provider} set the session to ${status}${why} at ${changedAt}.`;
};

const movesOf = (session: KnownSession): readonly string[] => {
  const { status, facts, opened } = session;
  if (status === 'EXPIRED')
    return [
      isReopenable(session) ? 'PENDING: the partner reopens it' : 'no further step: the person starts another session',
    ];
  if (status === 'APPROVED') return [`REJECTED or EXPIRED: ${facts.provider} revokes the approval`];
  if (status === 'REJECTED') return [];
  return opened === null
    ? [`The service asks ${facts.provider} for the session; it expires after ten minutes without an answer`]
    : [`${facts.provider} decides; the service asks after 2 s, 5 s, 15 s, 1 min, 5 min, 15 min, then every hour`];
};
