import type {
  DeliveredAsset,
  DeliveryOrder,
  PreparedDelivery,
} from '../../../commands/ports/providers/crypto-delivery';
import type { Failure, Result } from '../../../commands/ports/providers/result';
import { canonicalEvmAddress } from '../../chains/evm/protocol/identifiers';
import { type Preparation, type Preparing, prepare } from '../../chains/evm/signing/prepare';
import { failure } from '../failures';
import { deliveryOf } from './ending';
import { fundsOf } from './funds';
import { keyOf, paymentOf, type SoldAsset, type Treasury } from './treasury';

const NOWHERE = '0x0000000000000000000000000000000000000000';

/** Tokens to their own contract, to the zero address, or to ourselves would be lost or stay here. */
export const canReceive = ({ assets, scope }: Treasury, destination: string): boolean =>
  canonicalEvmAddress(destination) === destination &&
  destination !== NOWHERE &&
  destination !== scope.signer.address &&
  !assets.some(({ contract }) => contract === destination);

export const assetOf = ({ assets }: Treasury, asset: DeliveredAsset): SoldAsset | undefined =>
  assets.find(({ assetId, network }) => assetId === asset.assetId && network === asset.network);

export const notDelivered = ({ name }: Treasury): Failure =>
  failure(name, 'REJECTED', 'UNSUPPORTED', 'This provider does not deliver the asset');

/** Signs an order if the treasury can pay it besides all promised amounts; sends nothing. */
export const prepareOrder = async (
  treasury: Treasury,
  partnerId: string,
  order: DeliveryOrder,
): Promise<Result<PreparedDelivery>> => {
  const { name, scope } = treasury;
  const asset = assetOf(treasury, order);
  if (asset === undefined) return notDelivered(treasury);
  if (!canReceive(treasury, order.destination) || order.amount <= 0n) {
    return failure(name, 'REJECTED', 'ACCOUNT_BLOCKED', 'The destination cannot receive the asset');
  }
  const key = keyOf(partnerId, order.idempotencyKey);
  const funded = await fundedBy(treasury, key, asset, order.amount);
  if ('ok' in funded) return funded;
  const prepared = await prepare(scope, key, paymentOf(asset.contract, order.destination, order.amount), funded);
  if (prepared.outcome !== 'PREPARED') return unprepared(treasury, prepared.outcome);
  const { raw, txid } = scope.signer.sign(scope.account.chainId, prepared.version);
  const { idempotencyKey, amount } = order;
  const delivery = deliveryOf(treasury, { idempotencyKey, amount, txId: txid }, 'PREPARED');
  return { ok: true, value: { delivery, prepared: raw } };
};

/** An order signed before is already among the promised amounts. */
const fundedBy = async (
  treasury: Treasury,
  key: string,
  asset: SoldAsset,
  amount: bigint,
): Promise<Preparing | Failure> => {
  const { account, book } = treasury.scope;
  const isSigned = (await book.versions(account, key)).some(({ purpose }) => purpose === 'ORDER');
  if (isSigned) return { mayReplace: false };
  const { left, lastKnown } = await fundsOf(treasury, asset);
  if (left >= amount) return { mayReplace: false, lastKnown };
  return failure(treasury.name, 'REJECTED', 'INSUFFICIENT_FUNDS', 'The treasury holds too little of the asset');
};

/** Two orders that count the same funds at once would promise them twice: the second order counts again. */
const overtaken = ({ name }: Treasury): Failure =>
  failure(name, 'UNAVAILABLE', 'OTHER', 'Another process is signing a delivery');

const unprepared = (treasury: Treasury, outcome: Exclude<Preparation['outcome'], 'PREPARED'>): Failure => {
  switch (outcome) {
    case 'OTHER_ORDER':
      return failure(treasury.name, 'REJECTED', 'DUPLICATE_KEY', 'The key belongs to another delivery');
    case 'REVERTS':
      return failure(treasury.name, 'REJECTED', 'ACCOUNT_BLOCKED', 'The transfer would be reverted');
    case 'OVERTAKEN':
      return overtaken(treasury);
  }
};
