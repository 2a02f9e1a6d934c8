import type { DocumentRegistry } from '../../../commands/ports/kyc/document-registry';
import type { KycProvider } from '../../../commands/ports/kyc/kyc-provider';
import type { PayoutProvider } from '../../../commands/ports/payout-provider';
import type { ChargeProvider } from '../../../commands/ports/providers/charge-provider';
import type { ProviderControls } from './controls';

/** The sandbox's bank and KYC desk: in this process, or a program of their own behind HTTP. */
export interface SandboxPorts {
  readonly payouts: PayoutProvider;
  readonly charges: ChargeProvider;
  readonly kyc: KycProvider;
  readonly registry: DocumentRegistry;
  readonly controls: ProviderControls;
}
