import { countOpenPayouts } from '../../read-models/payouts';
import type { ServicePorts } from '../service';

/** What an alarm says at the start. */
export const ABSENT_PROVIDER = 'A payout provider is not configured, and was sent payouts whose outcome is open';

/**
 * Tells of every provider that has open payouts and is not configured. They stay open, and nobody else is asked about
 * them or sent them, until it is configured again.
 */
export const alertOfAbsentProviders = async ({
  query,
  payoutProviders,
  alert,
}: Pick<ServicePorts, 'query' | 'payoutProviders' | 'alert'>): Promise<void> => {
  for (const { provider, mode, payouts } of await countOpenPayouts(query)) {
    if (payoutProviders.named(provider, mode) !== null) continue;
    alert(ABSENT_PROVIDER, { provider, mode, payouts: payouts.toString() });
  }
};
