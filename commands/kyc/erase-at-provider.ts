import { kycSession } from '../../aggregates/kyc/kyc-session';
import { user } from '../../aggregates/user/user';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { historyOf, stateOf } from '../handling/reading/read-stream';
import { asked } from '../payout/outcome/payout-answer';
import type { Resolved } from '../payout/request-payout';
import { backoffMs } from '../timing/backoff';
import { askSession, CALL_TIMEOUT_MS, type KycDeps, kycCall } from './kyc-deps';

export interface EraseAtProvider {
  readonly sessionId: string;
}

const AGAIN = { firstMs: 60_000, longestMs: 3_600_000 };

/** An operator must then ask the provider's support. */
const ALERT_AFTER_MS = 24 * 3_600_000;

/** Time for a late effect of a call at the provider, after its deadline. */
const GRACE_MS = 2_000;

/** Asks until the provider confirms, and last when no running call could restore the data. */
export const eraseAtProvider =
  (deps: KycDeps & { readonly workerId: string }) =>
  async ({ sessionId }: EraseAtProvider): Promise<Resolved> => {
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    if (state.status === 'NONE' || state.isErased) return 'done';
    const { facts } = state;
    const provider = deps.kycProviders.named(facts.provider, facts.mode);
    const call = kycCall(deps, { ...facts, requestId: sessionId });
    const askedAtMs = deps.clock.now();
    const answer = provider && (await asked(provider.name, () => provider.erase(call, sessionId)));
    const nowMs = deps.clock.now();
    const erasedMs = await erasedAtMs(deps, facts.userId);
    const quietAtMs = Math.max(Date.parse(state.startedAt), erasedMs ?? 0) + CALL_TIMEOUT_MS + GRACE_MS;
    if (answer?.ok === true && askedAtMs < quietAtMs) return { askAgainAtMs: Math.max(quietAtMs, nowMs) };
    if (answer?.ok === true) {
      const context = systemContext(deps.workerId, commandIdOf('erase-kyc', sessionId), sessionId);
      await askSession(deps, sessionId, context, { type: 'RecordErasure', now: deps.clock.iso() });
      return 'done';
    }
    const sinceMs = erasedMs ?? nowMs;
    if (nowMs - sinceMs > ALERT_AFTER_MS) {
      deps.alert('A KYC provider has not erased a person within a day', { sessionId, provider: facts.provider });
    }
    if (answer?.code === 'UNSUPPORTED') {
      deps.alert('A KYC provider cannot erase a person: an operator must', { sessionId, provider: facts.provider });
    }
    const failures = Math.ceil((nowMs - sinceMs) / AGAIN.firstMs);
    return { askAgainAtMs: nowMs + backoffMs(AGAIN, failures) };
  };

const erasedAtMs = async ({ eventStore }: KycDeps, userId: string): Promise<number | null> => {
  const erased = (await historyOf(eventStore, user, userId)).find(({ type }) => type === 'SubjectErased');
  return erased?.type === 'SubjectErased' ? Date.parse(erased.data.erasedAt) : null;
};
