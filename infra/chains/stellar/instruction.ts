import type { PaymentToInstruct } from '../family';
import { decodeStellarAccount } from './account-key';
import { memoHash } from './memo';

export interface StellarPaymentInstruction {
  /** SEP-7, for a wallet: a payment with a MEMO_HASH, whose value is base64. */
  readonly uri: string;
}

const DECIMALS = 7;
const HIGHEST_STROOPS = 2n ** 63n - 1n;

const stroopsOf = ({ asset: { decimals }, amountBaseUnits }: PaymentToInstruct): bigint => {
  const unit = decimals > DECIMALS ? 10n ** BigInt(decimals - DECIMALS) : 1n;
  const stroops = (amountBaseUnits * 10n ** BigInt(Math.max(DECIMALS - decimals, 0))) / unit;
  if (amountBaseUnits % unit !== 0n) throw new Error('The amount has more than 7 decimals');
  if (stroops <= 0n || stroops > HIGHEST_STROOPS) throw new Error('The amount does not fit a transfer');
  return stroops;
};

const amountText = (stroops: bigint): string => {
  const digits = stroops.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

const mustBeAccount = (text: string): string => {
  if (decodeStellarAccount(text) === null) throw new Error('A Stellar account is G and 55 characters');
  return text;
};

const assetFields = ({ asset: { contract } }: PaymentToInstruct): readonly (readonly [string, string])[] => {
  if (contract === null) return [];
  const [code = '', issuer = ''] = contract.split(':');
  return [
    ['asset_code', code],
    ['asset_issuer', mustBeAccount(issuer)],
  ];
};

/** A wallet takes the public network for granted where the passphrase is missing. */
const networkFields = ({ network: { networkId } }: PaymentToInstruct): readonly (readonly [string, string])[] =>
  typeof networkId === 'string' ? [['network_passphrase', networkId]] : [];

/** Throws when the payment cannot be sent. */
export const paymentInstruction = (payment: PaymentToInstruct): StellarPaymentInstruction => {
  const { network, receiver, memo } = payment;
  if (network.family !== 'stellar') throw new Error(`${network.name} is not a Stellar network`);
  if (memo === '') throw new Error('A memo is text');
  const fields = [
    ['destination', mustBeAccount(receiver)],
    ['amount', amountText(stroopsOf(payment))],
    ...assetFields(payment),
    ['memo', memoHash(memo).toString('base64')],
    ['memo_type', 'MEMO_HASH'],
    ...networkFields(payment),
  ] as const;
  return { uri: `web+stellar:pay?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` };
};
