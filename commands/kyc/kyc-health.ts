import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import { asked } from '../payout/outcome/payout-answer';
import type { KycDeps } from './kyc-deps';
import { kycCall } from './kyc-deps';

export interface KycHealth {
  readonly provider: string;
  readonly status: 'UP' | 'DOWN';
}

/** Health of the provider for new sessions. Refuses PROVIDER_NOT_CONFIGURED. */
export const kycHealth =
  (deps: Pick<KycDeps, 'clock' | 'kycProviders'>) =>
  async (asker: {
    readonly partnerId: string;
    readonly mode: Mode;
    readonly requestId: string;
  }): Promise<KycHealth> => {
    const provider = deps.kycProviders.choose(asker.mode, 'PF');
    if (provider === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'No KYC provider is configured');
    const answer = await asked(provider.name, () => provider.health(kycCall(deps, asker)));
    return { provider: provider.name, status: answer.ok ? 'UP' : 'DOWN' };
  };
