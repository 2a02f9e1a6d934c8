import type { Clock } from '../../commands/ports/clock';
import type {
  CryptoDeliveries,
  CryptoDelivery,
  DeliveredAsset,
  Delivery,
} from '../../commands/ports/providers/crypto-delivery';
import { guardsOf, ofOwnMode } from './guarding';
import { inOrder } from './providers';

const idOf = ({ providerId }: Delivery): readonly string[] => [providerId];

const guardDelivery = (provider: CryptoDelivery, clock: Clock): CryptoDelivery => {
  const { reads, orders } = guardsOf(provider, clock);
  return {
    ...provider,
    checkDestination: (context, asked) => reads(context, () => provider.checkDestination(context, asked)),
    prepare: (context, order) =>
      reads(context, async () =>
        ofOwnMode(provider, await provider.prepare(context, order), ({ delivery }) => idOf(delivery)),
      ),
    broadcast: (context, key, prepared) =>
      orders(context, async () => ofOwnMode(provider, await provider.broadcast(context, key, prepared), idOf)),
    get: (context, key, txId) =>
      reads(context, async () => ofOwnMode(provider, await provider.get(context, key, txId), idOf)),
    available: (context, asset) => reads(context, () => provider.available(context, asset)),
  };
};

/** In order of preference: the first that serves a mode and an asset is chosen, once, when the cash-in is quoted. */
export const cryptoDeliveriesOf = (providers: readonly CryptoDelivery[], clock: Clock): CryptoDeliveries =>
  inOrder(
    'delivery provider',
    providers.map((provider) => guardDelivery(provider, clock)),
    (provider, asset: DeliveredAsset) => provider.serves(asset),
  );
