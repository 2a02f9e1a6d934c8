import type { Clock } from '../../../commands/ports/clock';
import type { Ids } from '../../../commands/ports/ids';
import type { ChargeProvider } from '../../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../../commands/ports/providers/crypto-delivery';
import type { DocumentRegistry } from '../../../commands/ports/providers/document-registry';
import type { KycProvider } from '../../../commands/ports/providers/kyc-provider';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import type { PeggedRedemption } from '../../../commands/ports/providers/pegged-redemption';
import type { PriceFeed } from '../../../commands/ports/providers/price-feed';
import type { SandboxControls } from '../../../commands/ports/providers/sandbox-controls';
import type { SimulatedBooks } from '../../chains/simulated/books';
import { networkControls } from '../../chains/simulated/controls';
import type { SandboxBook } from './book/sandbox-book';
import { type CallbackOptions, type Callbacks, createCallbacks } from './callbacks';
import { chargeControls, createCharges } from './charges/charges';
import { createDeliveries, deliveryControls } from './deliveries';
import { createKyc, kycControls } from './kyc';
import { createPayouts, payoutControls } from './payouts/payouts';
import { createSandboxPriceFeed } from './prices';
import { createSandboxRedemption } from './redemptions';
import { SETTLE_MS } from './scenarios';
import { createSandboxRegistry } from './test-documents';

export interface SandboxOptions {
  readonly book: SandboxBook;
  readonly network: SimulatedBooks;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Duration of a settlement (default 2,000); the times of the tables scale with it. */
  readonly settleDelayMs?: number;
  /** Seals the persons that the KYC provider verifies. */
  readonly kycKey: Buffer;
  readonly calling: Pick<CallbackOptions, 'secret' | 'post' | 'onTrouble'>;
}

export interface Sandbox {
  readonly payouts: PayoutProvider;
  readonly charges: ChargeProvider;
  readonly deliveries: CryptoDelivery;
  readonly kyc: KycProvider;
  readonly registry: DocumentRegistry;
  readonly redemption: PeggedRedemption;
  readonly prices: PriceFeed<'sandbox'>;
  readonly controls: SandboxControls;
  readonly callbacks: Callbacks;
}

/** The simulated providers: pure tables over one book and the clock. All ids begin with `sbx_`. */
export const createSandbox = ({ calling, network, ids, ...options }: SandboxOptions): Sandbox => {
  const { book, clock } = options;
  const callbacks = createCallbacks({ book, clock, ...calling });
  const desk = { settleDelayMs: SETTLE_MS, ...options, onPlanned: callbacks.expect };
  const { settleDelayMs: settleMs } = desk;
  const { advance, reset, ...onNetwork } = networkControls({ books: network, ids, settleMs });
  return {
    ...{ payouts: createPayouts(desk), charges: createCharges(desk), deliveries: createDeliveries(desk) },
    ...{ kyc: createKyc(desk), registry: createSandboxRegistry(), callbacks },
    redemption: createSandboxRedemption({ books: network, clock, settleMs }),
    prices: createSandboxPriceFeed({ clock }),
    controls: {
      ...{ ...payoutControls(desk), ...chargeControls(desk), ...deliveryControls(desk), ...kycControls(desk) },
      ...onNetwork,
      advance: async (partnerId, ms) => {
        await advance(partnerId, ms);
        const aheadMs = await book.advance(partnerId, ms);
        callbacks.expect(clock.now());
        return aheadMs;
      },
      reset: async (partnerId) => {
        await Promise.all([book.reset(partnerId), reset(partnerId)]);
      },
    },
  };
};
