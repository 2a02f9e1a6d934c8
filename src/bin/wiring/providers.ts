import type { Pool } from 'pg';
import { createPayoutLanes } from '../../../commands/payout/sending/payout-lanes';
import type { ChargeProvider } from '../../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../../commands/ports/providers/crypto-delivery';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import type { PeggedRedemption } from '../../../commands/ports/providers/pegged-redemption';
import { canonicalAddress, canonicalTxid } from '../../../infra/chains/families';
import { systemClock } from '../../../infra/clock';
import type { Pair } from '../../../infra/pair/pair';
import { createQuery } from '../../../infra/postgres/query';
import type { EvmSigners } from '../../../infra/providers/evm-signers';
import {
  chargeProvidersOf,
  cryptoDeliveriesOf,
  guardProvider,
  PAYOUTS_AT_ONCE,
  payoutProvidersOf,
  peggedRedemptionsOf,
} from '../../../infra/providers/providers';
import type { Sandbox } from '../../../infra/providers/sandbox/sandbox';
import { creditSweepsIn } from '../../../infra/sweeping/credit-sweeps';
import { tracedCharges, tracedDeliveries, tracedProviders } from '../../../infra/tracing/traced-providers';
import type { Tracing } from '../../../infra/tracing/tracing';
import type { Config } from '../../config';
import type { ServicePorts } from '../../service-ports';

type Signers = Pick<EvmSigners, 'deliveries' | 'redemptions'>;
interface Simulated extends Pick<Sandbox, 'payouts' | 'charges' | 'deliveries' | 'redemption'> {
  readonly banks: readonly PayoutProvider[];
  readonly bankCharges: readonly ChargeProvider[];
  readonly bankDeliveries: readonly CryptoDelivery[];
}
type ProviderPorts = Pick<
  ServicePorts,
  'payoutProviders' | 'everyPayoutProvider' | 'payoutLanes' | 'chargeProviders' | 'cryptoDeliveries' | 'redemptions'
>;

/** In each list the first that serves a mode and a kind is chosen. A new provider is a folder and a line here. */
const providersOf = ({ payouts, banks }: Pick<Simulated, 'payouts' | 'banks'>): readonly PayoutProvider[] => [
  ...banks,
  payouts,
];
const chargersOf = ({ charges, bankCharges }: Simulated): readonly ChargeProvider[] => [...bankCharges, charges];
/** Our own treasuries come first. */
const deliverersOf = ({ bankDeliveries, deliveries }: Simulated, signers: Signers): readonly CryptoDelivery[] => [
  ...signers.deliveries,
  ...bankDeliveries,
  deliveries,
];
const redemptionsOf = ({ redemption }: Simulated, signers: Signers): readonly PeggedRedemption[] => [
  ...signers.redemptions,
  redemption,
];

/** Providers whose call that sends money waits for the gate of the pair. */
export const providerPorts = (
  simulated: Simulated,
  signers: Signers,
  { gated }: Pick<Pair, 'gated'>,
  tracing: Tracing,
): ProviderPorts => ({
  payoutProviders: gated(tracedProviders(payoutProvidersOf(providersOf(simulated), systemClock), tracing), 'create'),
  everyPayoutProvider: providersOf(simulated).map((provider) => guardProvider(provider, systemClock)),
  payoutLanes: createPayoutLanes(PAYOUTS_AT_ONCE),
  chargeProviders: gated(tracedCharges(chargeProvidersOf(chargersOf(simulated), systemClock), tracing), 'refund'),
  cryptoDeliveries: gated(
    tracedDeliveries(cryptoDeliveriesOf(deliverersOf(simulated, signers), systemClock), tracing),
    'broadcast',
  ),
  redemptions: gated(peggedRedemptionsOf(redemptionsOf(simulated, signers), systemClock), 'redeem'),
});

export const cashinRules = (
  config: Config,
  pool: Pool,
): Pick<ServicePorts, 'cashinSettings' | 'canonicalAddress' | 'canonicalTxid' | 'creditSweeps'> => ({
  cashinSettings: {
    defaultAssetId: config.CASHIN_DEFAULT_ASSET_ID ?? null,
    slippageBasisPoints: config.CASHIN_SLIPPAGE_BPS,
  },
  ...{ canonicalAddress, canonicalTxid },
  creditSweeps: creditSweepsIn(createQuery(pool)),
});
