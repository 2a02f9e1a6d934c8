import type { DeliveredAsset } from '../../../commands/ports/providers/crypto-delivery';
import { TRANSFER_SELECTOR } from '../../chains/evm/protocol/memo';
import { addressOfWord, addressTopic } from '../../chains/evm/protocol/transfers';
import { orderKeyOf } from '../../chains/evm/signing/order-key';
import type { Payment } from '../../chains/evm/signing/signer';
import type { SigningScope } from '../../chains/evm/signing/signing-scope';

export interface SoldAsset extends DeliveredAsset {
  /** Null for the network's coin. */
  readonly contract: string | null;
}

export interface EvmDeliveryOptions {
  readonly assets: readonly SoldAsset[];
  readonly scope: SigningScope;
}

export interface Treasury extends EvmDeliveryOptions {
  readonly name: string;
}

export const keyOf = (partnerId: string, deliveryId: string): string =>
  orderKeyOf({ purpose: 'DELIVERY', partnerId, deliveryId });

const WORD_DIGITS = 64;

export const paymentOf = (contract: string | null, destination: string, amount: bigint): Payment => {
  if (contract === null) return { to: destination, value: amount, data: '0x' };
  const words = `${addressTopic(destination).slice(2)}${amount.toString(16).padStart(WORD_DIGITS, '0')}`;
  return { to: contract, value: 0n, data: `${TRANSFER_SELECTOR}${words}` };
};

export interface Paid {
  /** Null for the coin. */
  readonly contract: string | null;
  readonly destination: string;
  readonly amount: bigint;
}

const TRANSFER = new RegExp(`^${TRANSFER_SELECTOR}[0-9a-f]{${2 * WORD_DIGITS}}$`);

/** Intended delivery of a transaction of ours; null when it delivers nothing. */
export const paidBy = ({ to, value, data }: Payment): Paid | null => {
  if (data === '0x') return { contract: null, destination: to, amount: value };
  if (!TRANSFER.test(data)) return null;
  const words = data.slice(TRANSFER_SELECTOR.length);
  const amount = BigInt(`0x${words.slice(WORD_DIGITS)}`);
  return { contract: to, destination: addressOfWord(words.slice(0, WORD_DIGITS)), amount };
};
