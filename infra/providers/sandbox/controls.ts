import type { BankControls, NetworkControls, SandboxControls } from '../../../commands/ports/sandbox-controls';
import type { ChargeControl } from './charging/control';
import type { SandboxDeliveries } from './delivering/delivering';
import type { KycDesk } from './kyc/kyc-desk';

/** Of the bank and the KYC desk. */
export type ProviderControls = BankControls &
  Pick<SandboxControls, 'decideSession' | 'payCharge'> & {
    /** Only of a dispute that is open; null when the books hold no such charge. */
    readonly decideDispute: ChargeControl['decideDispute'];
  };

export interface Providers {
  readonly bank: BankControls;
  readonly desk: Pick<KycDesk, 'decide' | 'advance' | 'reset'>;
  /** Their time is the bank's. */
  readonly charges: Pick<ChargeControl, 'pay' | 'decideDispute' | 'reset'>;
}

export const providerControls = ({ bank, desk, charges }: Providers): ProviderControls => ({
  decidePayout: bank.decidePayout,
  ...{ decideSession: desk.decide, payCharge: charges.pay, decideDispute: charges.decideDispute },
  advance: async (partnerId, ms) => {
    await desk.advance(partnerId, ms);
    return bank.advance(partnerId, ms);
  },
  reset: async (partnerId) => {
    await Promise.all([bank.reset(partnerId), desk.reset(partnerId), charges.reset(partnerId)]);
  },
});

export interface Simulators {
  readonly providers: ProviderControls;
  readonly network: NetworkControls & {
    readonly advance: (partnerId: string, ms: number) => Promise<void>;
    readonly reset: (partnerId: string) => Promise<void>;
  };
  /** Their time is the bank's. */
  readonly deliveries: Pick<SandboxDeliveries, 'decide' | 'reset'>;
}

/** Of all simulators: a reset empties the books of each, and time moves on for each that has one. */
export const sandboxControls = ({ providers, network, deliveries }: Simulators): SandboxControls => ({
  ...{ ...providers, decideDelivery: deliveries.decide },
  ...{ placeDeposit: network.placeDeposit, creditWallet: network.creditWallet },
  advance: async (partnerId, ms) => {
    await network.advance(partnerId, ms);
    return providers.advance(partnerId, ms);
  },
  reset: async (partnerId) => {
    await Promise.all([providers.reset(partnerId), network.reset(partnerId), deliveries.reset(partnerId)]);
  },
});
