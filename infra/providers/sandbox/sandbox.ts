import type { Clock } from '../../../commands/ports/clock';
import type { DocumentRegistry } from '../../../commands/ports/kyc/document-registry';
import type { KycProvider } from '../../../commands/ports/kyc/kyc-provider';
import type { PayoutProvider } from '../../../commands/ports/payout-provider';
import type { ChargeProvider } from '../../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../../commands/ports/providers/crypto-delivery';
import type { NetworkControls, SandboxControls } from '../../../commands/ports/sandbox-controls';
import type { SandboxBook } from './book/sandbox-book';
import { type CallbackOptions, type Callbacks, createCallbacks } from './callbacks';
import { chargeControls } from './charges/charge-controls';
import { createCharges } from './charges/charges';
import { createDeliveries, deliveryControl } from './deliveries/deliveries';
import { type Desk, SETTLE_MS } from './desk';
import { createKyc, kycControl } from './kyc/kyc';
import { createPersonBox } from './kyc/person-box';
import { createSandboxRegistry } from './kyc/registry';
import { payoutControl } from './payouts/decide-payout';
import { createPayouts } from './payouts/payouts';

export interface SandboxOptions {
  readonly book: SandboxBook;
  readonly clock: Clock;
  /** Duration of a settlement (default 2,000); the times of the tables scale with it. */
  readonly settleDelayMs?: number;
  /** Seals the persons that the KYC provider verifies. */
  readonly kycKey: Buffer;
  readonly calling: Pick<CallbackOptions, 'secret' | 'post' | 'onTrouble'>;
}

/** The simulated providers: pure tables over one book and the clock. All ids begin with `sbx_`. */
export interface Sandbox {
  readonly payouts: PayoutProvider;
  readonly charges: ChargeProvider;
  readonly kyc: KycProvider;
  readonly registry: DocumentRegistry;
  readonly deliveries: CryptoDelivery;
  readonly controls: Omit<SandboxControls, keyof NetworkControls>;
  readonly callbacks: Callbacks;
}

export const createSandbox = ({ calling, kycKey, ...options }: SandboxOptions): Sandbox => {
  const { book, clock } = options;
  const callbacks = createCallbacks({ book, clock, ...calling });
  const desk: Desk = { settleDelayMs: SETTLE_MS, ...options, onPlanned: callbacks.expect };
  const kycDesk = { ...desk, persons: createPersonBox(kycKey) };
  return {
    ...{ payouts: createPayouts(desk), charges: createCharges(desk), deliveries: createDeliveries(desk) },
    ...{ kyc: createKyc(kycDesk), registry: createSandboxRegistry(), callbacks },
    controls: {
      ...{ decidePayout: payoutControl(desk), decideSession: kycControl(kycDesk), ...chargeControls(desk) },
      decideDelivery: deliveryControl(desk),
      advance: async (partnerId, ms) => {
        const aheadMs = await book.advance(partnerId, ms);
        callbacks.expect(clock.now());
        return aheadMs;
      },
      reset: book.reset,
    },
  };
};

type SimulatedNetwork = NetworkControls & {
  readonly advance: (partnerId: string, ms: number) => Promise<void>;
  readonly reset: (partnerId: string) => Promise<void>;
};

/** The controls of providers and network: both go by the partner's time, and a reset empties the books of both. */
export const sandboxControls = (controls: Sandbox['controls'], network: SimulatedNetwork): SandboxControls => ({
  ...{ ...controls, placeDeposit: network.placeDeposit, creditWallet: network.creditWallet },
  advance: async (partnerId, ms) => {
    await network.advance(partnerId, ms);
    return controls.advance(partnerId, ms);
  },
  reset: async (partnerId) => {
    await Promise.all([controls.reset(partnerId), network.reset(partnerId)]);
  },
});
