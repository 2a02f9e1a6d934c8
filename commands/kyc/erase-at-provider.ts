import { kycSession } from '../../aggregates/kyc/kyc-session';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/read-stream';
import { asked } from '../payout/payout-answer';
import type { Resolved } from '../payout/request-payout';
import { backoffMs } from '../timing/backoff';
import { askSession, type KycDeps, kycCall } from './kyc-deps';

export interface EraseAtProvider {
  readonly sessionId: string;
  /** The erasure of the user: milliseconds since 1970. */
  readonly sinceMs: number;
}

const AGAIN = { firstMs: 60_000, longestMs: 3_600_000 };

/** Then somebody must ask the provider's support. */
const ALERT_AFTER_MS = 24 * 3_600_000;

/** A provider forgets the person too. It is asked until it says so, which is an event. */
export const eraseAtProvider =
  (deps: KycDeps & { readonly workerId: string }) =>
  async ({ sessionId, sinceMs }: EraseAtProvider): Promise<Resolved> => {
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
    if (nowMs - sinceMs > ALERT_AFTER_MS) {
      deps.alert('A KYC provider has not erased a person for a day', { sessionId, provider: facts.provider });
    }
    return { askAgainAtMs: nowMs + backoffMs(AGAIN, Math.ceil((nowMs - sinceMs) / AGAIN.longestMs) * 3 + 1) };
  };
