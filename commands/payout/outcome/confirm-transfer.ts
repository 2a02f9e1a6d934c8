import { findOwedPayout } from '../owners/owners';
import type { Resolved } from '../request-payout';
import { type Confirmation, type ConfirmPayoutDeps, confirmPayout, unlessOld } from './confirm-payout';

export interface ConfirmTransferDeps extends ConfirmPayoutDeps {
  readonly paymentsPaidBy: (endToEndId: string) => Promise<readonly string[]>;
}

/** A returned transfer has an end-to-end id and no key of ours: each key of the payments that it paid is asked. */
export const confirmTransfer =
  (deps: ConfirmTransferDeps) =>
  async (confirmation: Confirmation): Promise<Resolved> => {
    const again: number[] = [];
    const keys = await keysPaidBy(deps, confirmation);
    for (const providerKey of keys) {
      const resolved = await confirmPayout(deps)({ ...confirmation, providerKey });
      if (resolved !== 'done') again.push(resolved.askAgainAtMs);
    }
    if (keys.length === 0) return unlessOld(deps, confirmation);
    return again.length === 0 ? 'done' : { askAgainAtMs: Math.min(...again) };
  };

const keysPaidBy = async (
  { eventStore, paymentsPaidBy }: ConfirmTransferDeps,
  { provider, providerKey: endToEndId }: Confirmation,
): Promise<readonly string[]> => {
  const keys: string[] = [];
  for (const paymentId of await paymentsPaidBy(endToEndId)) {
    const owed = await findOwedPayout(eventStore, paymentId);
    for (const [key, sentTo] of owed?.sentTo ?? []) if (sentTo === provider) keys.push(key);
  }
  return keys;
};
