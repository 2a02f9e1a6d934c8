import type { Pool } from 'pg';
import type { ChargeProvider } from '../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../commands/ports/providers/crypto-delivery';
import { canonicalAddress } from '../../infra/chains/families';
import { systemClock } from '../../infra/clock';
import type { Pair } from '../../infra/pair/pair';
import { createQuery } from '../../infra/postgres/query';
import { chargeProvidersOf } from '../../infra/providers/charge-providers';
import { cryptoDeliveriesOf } from '../../infra/providers/crypto-deliveries';
import type { EvmSigners } from '../../infra/providers/evm-signers';
import { createPostgresBooks } from '../../infra/providers/sandbox/books/books-postgres';
import { chargeCalls } from '../../infra/providers/sandbox/charging/charge-calls';
import { createSandboxCharges, type SandboxCharges } from '../../infra/providers/sandbox/charging/charging';
import { createSandboxDeliveries, type SandboxDeliveries } from '../../infra/providers/sandbox/delivering/delivering';
import type { Sandbox } from '../../infra/providers/sandbox/sandbox';
import { creditSweepsIn } from '../../infra/sweeping/credit-sweeps';
import { tracedCharges, tracedDeliveries } from '../../infra/tracing/traced-providers';
import type { Tracing } from '../../infra/tracing/tracing';
import type { Config } from '../config';
import type { ServicePorts } from '../service-ports';

type DeliverySigners = Pick<EvmSigners, 'deliveries'>;

/** The simulated payers' bank, and the simulated treasury. */
export interface CashinSimulators {
  readonly charges: SandboxCharges;
  readonly deliveries: SandboxDeliveries;
}

/** The bank of the payouts keeps the partners' times, and calls about the charges too. */
export const openCashinSimulators = (
  { SANDBOX_SETTLE_MS }: Config,
  pool: Pool,
  bank: Pick<Sandbox, 'aheadMs' | 'plan'>,
): CashinSimulators => {
  const given = {
    ...{ openBook: createPostgresBooks(pool), clock: systemClock, settleDelayMs: SANDBOX_SETTLE_MS },
    aheadMs: bank.aheadMs,
  };
  return {
    charges: createSandboxCharges({ ...given, plan: chargeCalls(bank.plan) }),
    deliveries: createSandboxDeliveries(given),
  };
};

/** Charges: the first that serves a mode and a kind is chosen. A new provider is a folder and a line here. */
const chargersOf = ({ charges }: CashinSimulators): readonly ChargeProvider[] => [charges.provider];

/** Deliveries: the first that serves a mode and an asset is chosen. A new one is a folder and a line here. */
const deliverersOf = ({ deliveries }: CashinSimulators, signers: DeliverySigners): readonly CryptoDelivery[] => [
  ...signers.deliveries,
  deliveries.provider,
];

export const cashinPorts = (
  simulators: CashinSimulators,
  signers: DeliverySigners,
  pair: Pick<Pair, 'gatedCharges' | 'gatedDeliveries'>,
  tracing: Tracing,
): Pick<ServicePorts, 'chargeProviders' | 'cryptoDeliveries'> => ({
  chargeProviders: pair.gatedCharges(tracedCharges(chargeProvidersOf(chargersOf(simulators), systemClock), tracing)),
  cryptoDeliveries: pair.gatedDeliveries(
    tracedDeliveries(cryptoDeliveriesOf(deliverersOf(simulators, signers), systemClock), tracing),
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
