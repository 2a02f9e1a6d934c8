import type {
  CryptoDelivery,
  DeliveryOrder,
  PreparedDelivery,
} from '../../../../../commands/ports/providers/crypto-delivery';
import type { Signing } from '../../../../../infra/chains/evm/signing/open-signing';
import type { Signer } from '../../../../../infra/chains/evm/signing/signer';
import { createEvmDelivery } from '../../../../../infra/providers/evm-delivery/delivery';
import type { SoldAsset } from '../../../../../infra/providers/evm-delivery/treasury';
import { freshKey, mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { COIN_ASSET } from '../../chains/evm/scenario';
import { type Opening, type SigningLab, TOKEN_ASSET } from '../../chains/evm/signing/signing-lab';
import { callOf } from './redeeming';

export const SOLD = 27_000_000n;
export const BUYER = '0x00000000000000000000000000000000b0ffee42';

export interface Deliverer {
  readonly provider: CryptoDelivery;
  readonly signing: Signing;
  readonly signer: Signer;
  readonly order: DeliveryOrder;
}

/** A new treasury with tokens for four deliveries. */
export const deliverer = async (lab: SigningLab, changes: Partial<Opening> = {}): Promise<Deliverer> => {
  const signer = await lab.rich();
  await lab.tell(0, 'transfer', signer.address, 4n * SOLD);
  await lab.chain().mine(2);
  const signing = lab.open(signer, changes);
  return { signer, signing, provider: createEvmDelivery({ assets: soldIn(lab), scope: signing }), order: orderOf() };
};

/** As of another process, with the same treasury. */
export const sharing = (lab: SigningLab, { signer }: Pick<Deliverer, 'signer'>): CryptoDelivery =>
  createEvmDelivery({ assets: soldIn(lab), scope: lab.open(signer) });

const soldIn = (lab: SigningLab): readonly SoldAsset[] => [
  { assetId: COIN_ASSET, network: 'local', contract: null },
  { assetId: TOKEN_ASSET, network: 'local', contract: lab.token() },
];

export const orderOf = (changes: Partial<DeliveryOrder> = {}): DeliveryOrder => ({
  ...{ idempotencyKey: freshKey(), assetId: TOKEN_ASSET, network: 'local', amount: SOLD, minimum: SOLD },
  ...{ destination: BUYER, brlCents: 15_000n, notAfter: new Date(Date.now() + 60_000).toISOString() },
  ...changes,
});

export const preparedBy = async (
  { provider }: Pick<Deliverer, 'provider'>,
  order: DeliveryOrder,
): Promise<PreparedDelivery> => mustSucceed(await provider.prepare(callOf(), order));

export const deliver = async ({ provider }: Pick<Deliverer, 'provider'>, order: DeliveryOrder): Promise<string> => {
  const { delivery, prepared } = await preparedBy({ provider }, order);
  mustSucceed(await provider.broadcast(callOf(), order.idempotencyKey, prepared));
  return delivery.txId!;
};
