import { kycSession } from '../../aggregates/kyc/kyc-session';
import { user } from '../../aggregates/user/user';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { historyOf, stateOf } from '../handling/read-stream';
import { asked } from '../payout/payout-answer';
import type { Resolved } from '../payout/request-payout';
import { backoffMs } from '../timing/backoff';
import { askSession, type KycDeps, kycCall } from './kyc-deps';

export interface EraseAtProvider {
  readonly sessionId: string;
}

const AGAIN = { firstMs: 60_000, longestMs: 3_600_000 };

/** Then somebody must ask the provider's support. */
const ALERT_AFTER_MS = 24 * 3_600_000;

/** A provider forgets the person too. It is asked until it says so, which is an event. */
export const eraseAtProvider =
  (deps: KycDeps & { readonly workerId: string }) =>
  async ({ sessionId }: EraseAtProvider): Promise<Resolved> => {
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    if (state.status === 'NONE' || state.isErased) return 'done';
    const { facts } = state;
    const provider = deps.kycProviders.named(facts.provider, facts.mode);
    const call = kycCall(deps, { ...facts, requestId: sessionId });
    const answer = provider && (await asked(provider.name, () => provider.erase(call, sessionId)));
    if (answer?.ok === true) {
      const context = systemContext(deps.workerId, commandIdOf('erase-kyc', sessionId), sessionId);
      await askSession(deps, sessionId, context, { type: 'RecordErasure', now: deps.clock.iso() });
      return 'done';
    }
    const nowMs = deps.clock.now();
    const sinceMs = await erasedAtMs(deps, facts.userId);
    if (nowMs - sinceMs > ALERT_AFTER_MS) {
      deps.alert('A KYC provider has not erased a person for a day', { sessionId, provider: facts.provider });
    }
    const failures = Math.ceil((nowMs - sinceMs) / AGAIN.firstMs);
    return { askAgainAtMs: nowMs + backoffMs(AGAIN, failures) };
  };

/** When the user was erased; now, when he was not. */
const erasedAtMs = async ({ eventStore, clock }: KycDeps, userId: string): Promise<number> => {
  const erased = (await historyOf(eventStore, user, userId)).find(({ type }) => type === 'SubjectErased');
  return erased?.type === 'SubjectErased' ? Date.parse(erased.data.erasedAt) : clock.now();
};
