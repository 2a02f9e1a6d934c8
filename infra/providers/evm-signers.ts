import type { Pool } from 'pg';
import type { Alert } from '../../commands/alerts/kinds';
import type { Asset } from '../../commands/ports/chains/catalog';
import type { CryptoDelivery } from '../../commands/ports/providers/crypto-delivery';
import type { PeggedRedemption } from '../../commands/ports/providers/pegged-redemption';
import { openSigning, type Signing } from '../chains/evm/signing/open-signing';
import { isDeliveryKey } from '../chains/evm/signing/order-key';
import { createPostgresSignerBook } from '../chains/evm/signing/postgres-signer-book';
import { signerOf } from '../chains/evm/signing/signer';
import { tend } from '../chains/evm/signing/tend';
import type { NetworkSettings, SignerSettings } from '../chains/network-settings';
import type { ChainLogger } from '../chains/reader-options';
import { createEvmDelivery } from './evm-delivery/delivery';
import { createEvmRedemption } from './evm-redemption/redemption';

export interface EvmSignersOptions {
  readonly networks: readonly NetworkSettings[];
  readonly assets: readonly Asset[];
  readonly secretOf: (variable: string) => string | undefined;
  readonly pool: Pool;
  readonly logger: ChainLogger;
  readonly alert: Alert;
}

/** Providers that sign on EVM networks, as NETWORKS_FILE configures them. */
export interface EvmSigners {
  readonly redemptions: readonly PeggedRedemption[];
  readonly deliveries: readonly CryptoDelivery[];
  /** In lower case. */
  readonly accounts: readonly { readonly network: string; readonly address: string }[];
  /** Maintains the nonces of every signer once; a network that does not answer waits for the next round. */
  readonly tend: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const signingOf = (
  { assets, secretOf, pool, logger, alert }: EvmSignersOptions,
  network: NetworkSettings,
  { signerKey, mostFeePerGas }: SignerSettings,
): Signing => {
  const signer = signerOf(secretOf(signerKey) ?? '');
  if (signer === null) throw new Error(`${network.name}: the environment variable ${signerKey} holds no private key`);
  const book = createPostgresSignerBook(pool);
  return openSigning({ network, assets, signer, book, mostFeePerGas: BigInt(mostFeePerGas), logger, alert });
};

const redemptionOn = (options: EvmSignersOptions, network: NetworkSettings): readonly Opened<PeggedRedemption>[] => {
  const { redemption: settings } = network;
  if (settings === undefined) return [];
  const asset = options.assets.find(({ assetId }) => assetId === settings.assetId);
  if (asset?.contract == null) throw new Error(`${network.name}: token ${settings.assetId} is not in the catalog`);
  const scope = signingOf(options, network, settings);
  return [{ made: createEvmRedemption({ settings, token: asset.contract, scope }), scope }];
};

const deliveryOn = (options: EvmSignersOptions, network: NetworkSettings): readonly Opened<CryptoDelivery>[] => {
  const { delivery: settings, name } = network;
  if (settings === undefined) return [];
  const sold = options.assets.filter(
    (asset) => asset.network === name && asset.cashIn && (settings.assetIds?.includes(asset.assetId) ?? true),
  );
  const scope = signingOf(options, network, settings);
  return [{ made: createEvmDelivery({ assets: sold, scope }), scope }];
};

interface Opened<Made> {
  readonly made: Made;
  readonly scope: Signing;
}

/** A withdrawal's replacement is claimed by its stream first: only who delivers may replace by itself. */
const mayReplace = isDeliveryKey;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : typeof error);

/** Throws when a key is invalid. */
export const openEvmSigners = (options: EvmSignersOptions): EvmSigners => {
  const redemptions = options.networks.flatMap((network) => redemptionOn(options, network));
  const deliveries = options.networks.flatMap((network) => deliveryOn(options, network));
  const scopes = [...redemptions, ...deliveries].map(({ scope }) => scope);
  const tendOne = (scope: Signing): Promise<void> =>
    tend(scope, mayReplace).catch((error: unknown) => {
      const facts = { network: scope.evm.watch.network, reason: messageOf(error) };
      options.logger.warn(facts, "the check of a signer's nonces failed; the next check is in a minute");
    });
  return {
    redemptions: redemptions.map(({ made }) => made),
    deliveries: deliveries.map(({ made }) => made),
    accounts: scopes.map(({ evm, account }) => ({ network: evm.watch.network, address: account.address })),
    tend: async () => {
      await Promise.all(scopes.map(tendOne));
    },
    close: async () => {
      await Promise.all(scopes.map(({ close }) => close()));
    },
  };
};
