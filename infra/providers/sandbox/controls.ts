import type { BankControls, NetworkControls, SandboxControls } from '../../../commands/ports/sandbox-controls';
import type { ChargeControl } from './charging/control';
import type { SandboxDeliveries } from './delivering/delivering';
import type { KycDesk } from './kyc/kyc-desk';

export interface Simulators {
  readonly bank: BankControls;
  readonly desk: Pick<KycDesk, 'decide' | 'advance' | 'reset'>;
  readonly network: NetworkControls & {
    readonly advance: (partnerId: string, ms: number) => Promise<void>;
    readonly reset: (partnerId: string) => Promise<void>;
  };
  readonly charges: ChargeControl;
  /** Its time and the charges' is the bank's. */
  readonly deliveries: Pick<SandboxDeliveries, 'decide' | 'reset'>;
}

/** Of all simulators: a reset empties the books of each, and time moves on for each that has one. */
export const sandboxControls = ({ bank, desk, network, charges, deliveries }: Simulators): SandboxControls => ({
  ...bank,
  decideSession: desk.decide,
  ...{ payCharge: charges.pay, decideDispute: charges.decideDispute, decideDelivery: deliveries.decide },
  ...{ placeDeposit: network.placeDeposit, creditWallet: network.creditWallet },
  advance: async (partnerId, ms) => {
    await Promise.all([network.advance(partnerId, ms), desk.advance(partnerId, ms)]);
    return bank.advance(partnerId, ms);
  },
  reset: async (partnerId) => {
    await Promise.all([
      bank.reset(partnerId),
      desk.reset(partnerId),
      network.reset(partnerId),
      charges.reset(partnerId),
      deliveries.reset(partnerId),
    ]);
  },
});
