import { type KnownSession, kycSession } from '../../aggregates/kyc/kyc-session';
import { isRejection } from '../../aggregates/rejection';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/reading/read-stream';
import type { Resolved } from '../payout/request-payout';
import type { KycDeps } from './kyc-deps';
import { syncSession } from './sync-session';

export interface ConfirmSessionDeps extends KycDeps {
  readonly workerId: string;
}

export interface SessionConfirmation {
  readonly provider: string;
  /** Our id of the session, which the provider received as its reference. */
  readonly providerKey: string;
  readonly providerEventId: string;
  /** Time of the first callback: milliseconds since 1970. */
  readonly firstMadeAtMs: number;
}

/** The callback is dropped after this time; `poll-kyc` still asks about an open session. */
const GIVEN_UP_MS = 24 * 3_600_000;

const AGAIN = { soonestMs: 1_000, latestMs: 300_000 };

/** A callback is a hint, never a proof. Only a callback shows a revoked approval: ended sessions are not polled. */
export const confirmSession =
  (deps: ConfirmSessionDeps) =>
  async (confirmation: SessionConfirmation): Promise<Resolved> => {
    const { provider, providerKey: sessionId, providerEventId } = confirmation;
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    if (state.status === 'NONE') return 'done';
    if (state.facts.provider !== provider) {
      deps.alert('A KYC provider sent a callback about a session of another provider', { sessionId, provider });
      return 'done';
    }
    // Each check is its own command, because a later check may find more.
    const commandId = commandIdOf('confirm-kyc', provider, providerEventId, deps.clock.iso());
    const context = systemContext(deps.workerId, commandId, sessionId);
    try {
      await syncSession(deps)({ sessionId }, context);
      return 'done';
    } catch (error) {
      if (!isRejection(error) || !UNANSWERED.has(error.rejection.code)) throw error;
      return unanswered(deps, confirmation, state);
    }
  };

const UNANSWERED: ReadonlySet<string> = new Set(['PROVIDER_FAILURE', 'PROVIDER_NOT_CONFIGURED']);

const unanswered = (
  { clock, alert }: ConfirmSessionDeps,
  { firstMadeAtMs }: SessionConfirmation,
  { facts: { sessionId, provider } }: KnownSession,
): Resolved => {
  const waitedMs = clock.now() - firstMadeAtMs;
  if (waitedMs < GIVEN_UP_MS) {
    return { askAgainAtMs: clock.now() + Math.min(Math.max(waitedMs, AGAIN.soonestMs), AGAIN.latestMs) };
  }
  alert('A KYC provider sent a callback about a session but does not report its result', { sessionId, provider });
  return 'done';
};
