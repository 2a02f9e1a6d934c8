import { toldDeliveryKey } from '../../../../commands/cashin/delivery/note-delivery';
import type { Asset } from '../../../../commands/ports/chains/catalog';
import type { ExpiringValues } from '../../../../commands/ports/expiring-values';
import type { CryptoDelivery, DeliveredAsset } from '../../../../commands/ports/providers/crypto-delivery';
import { failingAs } from '../../failures';
import { createWoovi, type WooviOptions } from '../client';
import { approveDeposit } from './approve';
import { depositAssetsIn } from './assets';
import { type Deposit, deliveryOf, hashIn, readDeposit } from './deposits';
import { prepareDeposit } from './prepare';

export interface WooviDeliveryOptions extends WooviOptions {
  /** The catalog of live networks. */
  readonly assets: readonly Asset[];
  /** Transactions that callbacks named. */
  readonly expiring: Pick<ExpiringValues, 'read'>;
}

const NOWHERE = /^0x0{40}$/;

/** Buys coins from the account's balance in reais: Woovi's partner holds them, and sends them to the user. */
export const createWooviDelivery = (options: WooviDeliveryOptions): CryptoDelivery => {
  const [woovi, assets] = [createWoovi(options), depositAssetsIn(options.assets)];
  const fail = failingAs(woovi);
  const assetOf = (asked: DeliveredAsset) =>
    assets.find(({ assetId, network }) => assetId === asked.assetId && network === asked.network);
  /** Every account's callbacks have Woovi's signature: the id proves that the deposit is ours. */
  const toldHash = async ({ id, correlationId }: Deposit): Promise<string | null> => {
    const told = await options.expiring.read(toldDeliveryKey(options.name, correlationId)).catch((): null => null);
    return told?.startsWith(`${id}:`) === true ? hashIn(told.slice(id.length + 1)) : null;
  };
  return {
    ...{ name: options.name, mode: 'live', isConverting: true },
    serves: (asset) => assetOf(asset) !== undefined,
    // Woovi has no such question. Coins that are sent to a contract of a coin are lost.
    checkDestination: async (_context, { destination }) => {
      const isContract = assets.some(({ contract }) => contract.toLowerCase() === destination.toLowerCase());
      return { ok: true, value: { canReceive: !isContract && !NOWHERE.test(destination) } };
    },
    prepare: async (context, order) => {
      const asset = assetOf(order);
      if (asset === undefined) return fail('REJECTED', 'UNSUPPORTED', 'Woovi does not deliver the asset');
      return prepareDeposit(woovi, context, asset, order);
    },
    broadcast: (context, key, prepared) => approveDeposit(woovi, context, key, prepared),
    get: async (context, key, txId) => {
      const held = await readDeposit(woovi, context, key);
      return held.ok ? deliveryOf(woovi, held.value, txId ?? (await toldHash(held.value))) : held;
    },
    available: async () => fail('UNAVAILABLE', 'UNSUPPORTED', 'Woovi does not report how much it can deliver'),
  };
};
