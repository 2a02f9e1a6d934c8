import type { Pool } from 'pg';
import type { ChargeProvider } from '../../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../../commands/ports/providers/crypto-delivery';
import { canonicalAddress } from '../../../infra/chains/families';
import { systemClock } from '../../../infra/clock';
import type { Pair } from '../../../infra/pair/pair';
import { createQuery } from '../../../infra/postgres/query';
import type { EvmSigners } from '../../../infra/providers/evm-signers';
import { chargeProvidersOf, cryptoDeliveriesOf } from '../../../infra/providers/providers';
import { creditSweepsIn } from '../../../infra/sweeping/credit-sweeps';
import { tracedCharges, tracedDeliveries } from '../../../infra/tracing/traced-providers';
import type { Tracing } from '../../../infra/tracing/tracing';
import type { Config } from '../../config';
import type { ServicePorts } from '../../service-ports';

type DeliverySigners = Pick<EvmSigners, 'deliveries'>;

/** Where the money comes in, and the treasury. */
export interface CashinProviders {
  readonly charges: ChargeProvider;
  readonly deliveries: CryptoDelivery;
}

/** Charges: the first that serves a mode and a kind is chosen. A new provider is a folder and a line here. */
const chargersOf = ({ charges }: CashinProviders): readonly ChargeProvider[] => [charges];

/** Deliveries: the first that serves a mode and an asset is chosen. A new one is a folder and a line here. */
const deliverersOf = ({ deliveries }: CashinProviders, signers: DeliverySigners): readonly CryptoDelivery[] => [
  ...signers.deliveries,
  deliveries,
];

export const cashinPorts = (
  providers: CashinProviders,
  signers: DeliverySigners,
  pair: Pick<Pair, 'gated'>,
  tracing: Tracing,
): Pick<ServicePorts, 'chargeProviders' | 'cryptoDeliveries'> => ({
  chargeProviders: pair.gated(tracedCharges(chargeProvidersOf(chargersOf(providers), systemClock), tracing), 'refund'),
  cryptoDeliveries: pair.gated(
    tracedDeliveries(cryptoDeliveriesOf(deliverersOf(providers, signers), systemClock), tracing),
    'broadcast',
  ),
});

export const cashinRules = (
  config: Config,
  pool: Pool,
): Pick<ServicePorts, 'cashinSettings' | 'canonicalAddress' | 'creditSweeps'> => ({
  cashinSettings: {
    defaultAssetId: config.CASHIN_DEFAULT_ASSET_ID ?? null,
    slippageBasisPoints: config.CASHIN_SLIPPAGE_BPS,
  },
  canonicalAddress,
  creditSweeps: creditSweepsIn(createQuery(pool)),
});
