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
      heldBy: isThere || isEnded(state.status) ? [] : [`${provider} is not configured: it cannot be asked`],
    };
  };

const becauseOf = ({ status, facts, opened, rejectionReason, changedAt }: KnownSession): string => {
  const why = rejectionReason === null ? '' : ` (${rejectionReason})`;
  if (opened === null && status === 'PENDING') return `Whether ${facts.provider} has the session is not known yet.`;
  return `${facts.provider} left it ${status}${why} at ${changedAt}.`;
};

const movesOf = (session: KnownSession): readonly string[] => {
  const { status, facts, opened } = session;
  if (status === 'EXPIRED')
    return [isReopenable(session) ? 'PENDING: the partner reopens it' : 'nothing: the person starts another session'];
  if (status === 'APPROVED') return [`REJECTED or EXPIRED: ${facts.provider} takes the approval back`];
  if (status === 'REJECTED') return [];
  return opened === null
    ? [`${facts.provider} is asked for the session; after ten minutes without one it expires`]
    : [`${facts.provider} decides; it is asked after 2 s, 5 s, 15 s, 1 min, 5 min, 15 min, then every hour`];
};
