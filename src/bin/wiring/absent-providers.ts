import { countOpenPayouts } from '../../../read-models/steps/payouts';
import type { ServicePorts } from '../../service-ports';

export const ABSENT_PROVIDER = 'A payout provider is not configured, and was sent payouts whose outcome is open';

/** Alerts about unconfigured providers with open payouts; those payouts wait, and no other provider is sent them. */
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
