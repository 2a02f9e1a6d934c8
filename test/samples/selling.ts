import { createHash } from 'node:crypto';
import {
  type IssueCashinQuote,
  type IssueCashinQuoteDeps,
  issueCashinQuote,
} from '../../commands/cashin/quote/issue-cashin-quote';
import type { UserCaller } from '../../commands/handling/caller';
import type { ChargeProvider } from '../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../commands/ports/providers/crypto-delivery';
import { canonicalAddress } from '../../infra/chains/families';
import { choosePriceFeeds } from '../../infra/prices/price-feeds';
import { chargeProvidersOf, cryptoDeliveriesOf } from '../../infra/providers/providers';
import { goodStanding } from '../../packages/testing/src/ledger/reads';
import { asking, core } from '../core';
import { memorySandbox } from '../infra/providers/memory-sandbox';
import { catalog, steadyPrices } from './quoting';

const addressOf = (name: string): string => `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;

export const WALLET = addressOf('own');
export const LINKED = addressOf('linked');
export const FOREIGN = addressOf('foreign');

export const buyer: UserCaller = {
  ...{ userId: 'u1', partnerId: 'p1', mode: 'sandbox', pubkey: WALLET, feeMarkupBasisPoints: 50 },
};

export interface Sold {
  readonly charger?: Partial<ChargeProvider>;
  readonly deliverer?: Partial<CryptoDelivery>;
}

/** The needs of a cash-in: its simulators, partly replaced. USDC costs R$ 5.50. */
export const selling = ({ charger = {}, deliverer = {} }: Sold = {}) => {
  const world = core();
  const { charges, deliveries } = memorySandbox(world.clock);
  return {
    ...world,
    charges: { provider: charges },
    catalog: { ...catalog, assets: catalog.assets.map((asset) => ({ ...asset, cashIn: asset.assetId === 201 })) },
    priceFeeds: choosePriceFeeds([steadyPrices(world.clock)]),
    readStanding: goodStanding(world.clock),
    canonicalAddress,
    cashinSettings: { defaultAssetId: null as number | null, slippageBasisPoints: 100 },
    chargeProviders: chargeProvidersOf([{ ...charges, ...charger }], world.clock),
    cryptoDeliveries: cryptoDeliveriesOf([{ ...deliveries, ...deliverer }], world.clock),
  };
};

export const cashinQuoted = (deps: IssueCashinQuoteDeps, differences: Partial<IssueCashinQuote> = {}, name = 'quote') =>
  issueCashinQuote(deps)(
    { user: buyer, assetId: 201, amountCents: 15_000n, destinationWallet: null, ...differences },
    asking(name, { actor: { kind: 'user', id: 'u1' }, isFresh: true }),
  );
