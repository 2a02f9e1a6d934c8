import { getBalanceChanges, type TransactionMetadata } from 'xrpl';
import { fieldsOf, malformed, textOf } from '../encodings/answers';
import type { FoundMovement } from '../found-movements';
import { currencyCode } from './currency';
import { unitsOf } from './reading/amounts';
import type { XrplWatch } from './watch';

export const OTHERWISE = 'the amount arrived otherwise than by a Payment to the receiver';
export const NOT_DELIVERED = 'the Payment does not tell the amount that it delivered';

type Fields = Readonly<Record<string, unknown>>;
type Arrived = Pick<FoundMovement, 'assetId' | 'contract' | 'amount' | 'cutOff'>;

const COIN_DECIMALS = 6;
/** Most digits of a value on the ledger. */
const MOST_DIGITS = 16;
const MOST_DROPS_DIGITS = 18;
/** Most digits of a difference of two values. */
const MOST_CHANGE_DIGITS = 200;

const withUnits = (
  { assetId, contract }: Pick<Arrived, 'assetId' | 'contract'>,
  ...terms: Parameters<typeof unitsOf>
): Arrived => {
  const { amount, cutOff } = unitsOf(...terms);
  return { assetId, contract, amount, ...(cutOff === '' ? {} : { cutOff }) };
};

/** Null: the catalog lacks the coin. */
const coin = ({ native }: XrplWatch, value: unknown, decimals: number): Arrived | null =>
  native === null ? null : withUnits({ assetId: native.assetId, contract: null }, value, decimals, MOST_DROPS_DIGITS);

/** Amounts of unlisted assets are whole units: their decimals are unknown. */
const issued = ({ issued }: XrplWatch, told: Fields, mostDigits: number): Arrived => {
  const currency = currencyCode(textOf(told['currency'], 'currency'));
  if (currency === null) throw malformed('currency');
  const key = `${currency}:${textOf(told['issuer'], 'issuer')}`;
  const asset = issued.get(key)?.asset;
  const facts = { assetId: asset?.assetId ?? null, contract: asset?.contract ?? key };
  return withUnits(facts, told['value'], asset?.decimals ?? 0, mostDigits);
};

const delivered = (told: unknown, watch: XrplWatch): Arrived | null => {
  if (typeof told === 'string') {
    if (!/^\d+$/.test(told)) throw malformed('delivered_amount');
    return coin(watch, told, 0);
  }
  const fields = fieldsOf(told, 'delivered_amount');
  const { mpt_issuance_id: issuance, value } = fields;
  if (issuance === undefined) return issued(watch, fields, MOST_DIGITS);
  return withUnits({ assetId: null, contract: textOf(issuance, 'mpt_issuance_id') }, value, 0, MOST_DROPS_DIGITS + 1);
};

/** Increases of the account's balances by the transaction: the coin and issued assets. */
const gainsOf = (meta: Fields, account: string, watch: XrplWatch): readonly (Arrived | null)[] =>
  getBalanceChanges(meta as unknown as TransactionMetadata)
    .filter((change) => change.account === account)
    .flatMap(({ balances }) => balances)
    .filter(({ value }) => !value.startsWith('-'))
    .map(({ currency, issuer, value }) =>
      issuer === undefined
        ? coin(watch, value, COIN_DECIMALS)
        : issued(watch, { currency, issuer, value }, MOST_CHANGE_DIGITS),
    );

interface Arrival {
  readonly receiver: string;
  readonly arrived: Arrived | null;
  readonly unsupported: string | null;
}

const isUnknown = (told: unknown): boolean => told === undefined || told === 'unavailable';

const arrivalsOf = (transaction: Fields, meta: Fields, watch: XrplWatch): readonly Arrival[] => {
  const { TransactionType: type, Destination: to } = transaction;
  const { delivered_amount: told } = meta;
  const isPaid = type === 'Payment' && typeof to === 'string' && watch.receivers.includes(to);
  if (isPaid && !isUnknown(told)) return [{ receiver: to, arrived: delivered(told, watch), unsupported: null }];
  const unsupported = isPaid ? NOT_DELIVERED : OTHERWISE;
  return watch.receivers.flatMap((receiver) =>
    gainsOf(meta, receiver, watch).map((arrived) => ({ receiver, arrived, unsupported })),
  );
};

const referenceOf = (tag: unknown): Pick<FoundMovement, 'senderReference'> =>
  typeof tag === 'number' && Number.isSafeInteger(tag) && tag >= 0 ? { senderReference: tag.toString() } : {};

/** By metadata; inner transactions of a Batch have metadata of their own. Throws on a malformed answer. */
export const foundIn = (transaction: Fields, told: unknown, watch: XrplWatch): readonly FoundMovement[] => {
  const meta = fieldsOf(told, 'meta');
  const result = textOf(meta['TransactionResult'], 'meta.TransactionResult');
  if (result !== 'tesSUCCESS' || transaction['TransactionType'] === 'Batch') return [];
  const sender = textOf(transaction['Account'], 'Account');
  return arrivalsOf(transaction, meta, watch).flatMap(({ receiver, arrived, unsupported }, index): FoundMovement[] => {
    if (arrived === null || arrived.amount === 0n) return [];
    const { assetId } = arrived;
    return [
      {
        ...arrived,
        ...referenceOf(transaction['SourceTag']),
        ...{ position: index.toString(), sender, receiver, unsupported: assetId === null ? null : unsupported },
      },
    ];
  });
};
