import type { PaymentToInstruct } from '../family';
import { issuedOf } from './currency';

/** A Payment without the payer's `Account`, `Fee`, `Sequence` and `LastLedgerSequence`, which its wallet fills in. */
export interface XrplPaymentInstruction {
  readonly TransactionType: 'Payment';
  readonly Destination: string;
  /** Drops, or an issued amount in decimal text. */
  readonly Amount: string | { readonly currency: string; readonly issuer: string; readonly value: string };
  /** No partial payment. */
  readonly Flags: 0;
  /** UTF-8 in hex. */
  readonly Memos: readonly [{ readonly Memo: { readonly MemoData: string } }];
  /** Where the network demands it in each transaction. */
  readonly NetworkID?: number;
}

const MOST_DROPS = 10n ** 17n;
const MOST_DIGITS = 16;
/** Up to here networks have no id in their transactions. */
const HIGHEST_UNNAMED_NETWORK = 1_024;

const decimalText = (amount: bigint, decimals: number): string => {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
};

const unsendable = (): Error => new Error('The amount does not fit a Payment');

const amountOf = ({ asset, amountBaseUnits }: PaymentToInstruct): XrplPaymentInstruction['Amount'] => {
  if (amountBaseUnits <= 0n) throw unsendable();
  if (asset.contract === null) {
    if (amountBaseUnits > MOST_DROPS) throw unsendable();
    return amountBaseUnits.toString();
  }
  const issued = issuedOf(asset.contract);
  if (issued === null) throw new Error('An issued asset is a currency code and an issuer');
  if (amountBaseUnits.toString().replace(/0+$/, '').length > MOST_DIGITS) throw unsendable();
  return { ...issued, value: decimalText(amountBaseUnits, asset.decimals) };
};

const networkOf = ({ network }: PaymentToInstruct): Pick<XrplPaymentInstruction, 'NetworkID'> => {
  const id = Number(network.networkId ?? 0);
  return id > HIGHEST_UNNAMED_NETWORK ? { NetworkID: id } : {};
};

/** Throws when the payment cannot be sent. */
export const paymentInstruction = (payment: PaymentToInstruct): XrplPaymentInstruction => {
  const { network, receiver, memo } = payment;
  if (network.family !== 'xrpl') throw new Error(`${network.name} is not an XRPL network`);
  if (memo === '') throw new Error('A memo is text');
  return {
    ...{ TransactionType: 'Payment', Destination: receiver, Amount: amountOf(payment), Flags: 0 },
    Memos: [{ Memo: { MemoData: Buffer.from(memo, 'utf8').toString('hex').toUpperCase() } }],
    ...networkOf(payment),
  };
};
