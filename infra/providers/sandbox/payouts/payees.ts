import { type Boleto, parseBoleto } from '../../../../aggregates/codes/boleto';
import { type BrCode, parseBrCode } from '../../../../aggregates/codes/br-code';
import { parseGiftCardCode } from '../../../../aggregates/codes/gift-card';
import { parsePixKey } from '../../../../aggregates/codes/pix-key';
import type { PixKeyType } from '../../../../commands/ports/providers/payout-provider';
import type {
  ResolvedBoleto,
  ResolvedBrCode,
  ResolvedGiftCard,
  ResolvedKey,
} from '../../../../commands/ports/providers/resolved-payee';
import type { FailureCode, Result } from '../../../../commands/ports/providers/result';
import { failed } from '../desk';
import { codeStatusOf, scenarioOfKey } from './payout-scenarios';

const PAYEE = 'SANDBOX SEM VALOR';

const refused = (message: string, code: FailureCode = 'CODE_INVALID') => failed('REJECTED', code, message);

/** Chosen by the last two digits of the boleto's free field. Tests and documentation are made from these tables. */
export interface BoletoScenario {
  readonly ending: string;
  readonly does: string;
  readonly status?: ResolvedBoleto['status'] | 'UNKNOWN';
  readonly costs?: (printedCents: bigint, nowMs: number) => bigint;
}

const withInterest = (cents: bigint): bigint => cents + (cents * 2n) / 100n;

const MINUTE_MS = 60_000;

export const BOLETOS: readonly BoletoScenario[] = [
  { ending: '01', does: 'the registry does not know it', status: 'UNKNOWN' },
  { ending: '02', does: 'was paid already', status: 'PAID' },
  { ending: '03', does: 'is past the last day on which it may be paid', status: 'EXPIRED' },
  { ending: '04', does: 'costs 2 % more than printed: interest', costs: withInterest },
  {
    ending: '05',
    does: 'costs a cent more every minute: a quote that is paid in another minute fails with AMOUNT_MISMATCH',
    costs: (printedCents, nowMs) => printedCents + (BigInt(Math.floor(nowMs / MINUTE_MS)) % 1_000n),
  },
];

const scenarioOfBoleto = ({ barcode }: Boleto): Partial<BoletoScenario> =>
  BOLETOS.find(({ ending }) => barcode.endsWith(ending)) ?? {};

export const lookUpBoleto = (barcode: string, nowMs: number): Result<ResolvedBoleto> => {
  const parsed = parseBoleto(barcode, new Date(nowMs).toISOString());
  if (!parsed.ok) return refused(`The boleto is refused: ${parsed.reason}`);
  const { amountCents, dueDate } = parsed.boleto;
  const { status = 'ACTIVE', costs = (cents) => cents } = scenarioOfBoleto(parsed.boleto);
  if (status === 'UNKNOWN') return refused('The registry does not know the boleto');
  const amount = amountCents === null ? null : costs(amountCents, nowMs);
  return { ok: true, value: { amount, dueDate, payeeName: PAYEE, status } };
};

type Asked = Pick<ResolvedBrCode, 'amount' | 'amountEditable'>;

/** Amount of a dynamic code, chosen by the ending of its location. */
export interface DynamicCode {
  readonly ending: string;
  readonly does: string;
  readonly asks: (printedCents: bigint | null) => Asked;
}

export const DYNAMIC_CODES: readonly DynamicCode[] = [
  {
    ending: '/interest',
    does: 'costs 2 % more than printed, and R$ 1.00 when nothing is printed',
    asks: (cents) => ({ amount: cents === null ? 100n : withInterest(cents), amountEditable: false }),
  },
  {
    ending: '/open',
    does: 'leaves the amount to the payer, whatever is printed',
    asks: (amount) => ({ amount, amountEditable: true }),
  },
  {
    ending: '/unpriced',
    does: 'has no amount and leaves none to the payer: it cannot be paid',
    asks: () => ({ amount: null, amountEditable: false }),
  },
];

const askedBy = ({ location, amountCents: amount }: BrCode): Asked =>
  DYNAMIC_CODES.find(({ ending }) => location?.endsWith(ending) === true)?.asks(amount) ?? {
    ...{ amount, amountEditable: amount === null },
  };

export const lookUpBrCode = (brCode: string): Result<ResolvedBrCode> => {
  const result = parseBrCode(brCode);
  if (!result.ok) return refused(`The code is refused: ${result.reason}`);
  const { kind, payeeName, key, txid } = result.code;
  const status = codeStatusOf(result.code);
  return { ok: true, value: { kind, ...askedBy(result.code), payeeName, key: key?.key ?? null, txid, status } };
};

/** Other faults of an account appear only when it is paid. */
const REFUSED_BY_DIRECTORY: readonly FailureCode[] = ['KEY_NOT_FOUND', 'KEY_FRAUD_FLAGGED'];

export const lookUpKey = (asked: { readonly keyType: PixKeyType; readonly key: string }): Result<ResolvedKey> => {
  const key = parsePixKey(asked.keyType, asked.key);
  if (key === null) return refused(`Not a PIX key of kind ${asked.keyType}`, 'KEY_INVALID');
  const fault = scenarioOfKey(key)?.failure ?? null;
  if (fault !== null && REFUSED_BY_DIRECTORY.includes(fault.code)) return refused(fault.message, fault.code);
  return { ok: true, value: { payeeName: PAYEE } };
};

export interface GiftCardProduct {
  readonly sku: string;
  readonly brand: string;
  readonly minimumCents: bigint;
  readonly maximumCents: bigint;
  readonly inStock: boolean;
}

const product = (sku: string, brand: string, minimumCents: bigint, maximumCents: bigint): GiftCardProduct => ({
  ...{ sku, brand, minimumCents, maximumCents, inStock: sku !== 'SOLDOUT' },
});

/** In the codes of gift cards. */
export const SELLER = 'SBX';

/** These cards are not real. */
export const GIFT_CARDS: readonly GiftCardProduct[] = [
  product('STEAM', 'Steam', 1_000n, 50_000n),
  product('PLAY', 'Google Play', 1_000n, 100_000n),
  product('PSN', 'PlayStation', 3_000n, 40_000n),
  product('XBOX', 'Xbox', 2_500n, 30_000n),
  product('UBER', 'Uber', 2_500n, 50_000n),
  product('SPOTIFY', 'Spotify', 1_700n, 20_000n),
  product('SOLDOUT', 'Sold out', 1_000n, 50_000n),
];

export const lookUpGiftCard = (productCode: string): Result<ResolvedGiftCard> => {
  const parsed = parseGiftCardCode(productCode);
  if (!parsed.ok) return refused(`The code is refused: ${parsed.reason}`);
  const { provider, sku, amountCents: amount } = parsed.code;
  const found = GIFT_CARDS.find((card) => provider === SELLER && card.sku === sku);
  if (found === undefined) return refused('The catalog has no such product');
  const { brand, minimumCents, maximumCents, inStock } = found;
  if (amount < minimumCents || amount > maximumCents) return refused('The catalog has no such value');
  return { ok: true, value: { brand, amount, inStock } };
};
