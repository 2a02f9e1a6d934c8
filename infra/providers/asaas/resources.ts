import { z } from 'zod';
import type { Payout, PayoutMethod } from '../../../commands/ports/providers/payout-provider';
import { reaisShape } from '../http/reais';
import { meaningOf } from './answers';

/** Kinds of payouts that Asaas makes; each has its own resource in the API. */
export type Paid = Exclude<PayoutMethod['kind'], 'GIFT_CARD'>;

const text = z.string().max(2_000).nullish();

export const rowShape = z.object({
  ...{ id: z.string().min(1).max(200), status: z.string().max(100), value: reaisShape, type: text, originType: text },
  ...{ externalReference: text, description: text, endToEndIdentifier: text, transactionReceiptUrl: text },
  ...{ dateCreated: text, scheduledDate: text, effectiveDate: text, confirmedDate: text, paymentDate: text },
  ...{ failReason: text, refusalReason: text, failReasons: z.unknown().optional() },
  ...{ transferFee: reaisShape.nullish(), fee: reaisShape.nullish(), refundedValue: reaisShape.nullish() },
  bankAccount: z.object({ ownerName: text, cpfCnpj: text, pixAddressKey: text }).nullish(),
  externalAccount: z.object({ name: text, cpfCnpj: text, addressKey: text }).nullish(),
});

export type Row = z.infer<typeof rowShape>;

type State = Exclude<Payout['state'], 'CREATED'>;

const AWAITED = [
  ...['AWAITING_BALANCE_VALIDATION', 'AWAITING_INSTANT_PAYMENT_ACCOUNT_BALANCE', 'AWAITING_REQUEST', 'REQUESTED'],
  ...['AWAITING_CRITICAL_ACTION_AUTHORIZATION', 'AWAITING_CHECKOUT_RISK_ANALYSIS_REQUEST', 'SCHEDULED'],
  ...['AWAITING_CASH_IN_RISK_ANALYSIS_REQUEST', 'BANK_PROCESSING', 'BLOCKED'],
];

const STATES: Readonly<Record<string, State>> = {
  ...Object.fromEntries(AWAITED.map((status) => [status, 'PROCESSING' as const])),
  ...{ PENDING: 'ACCEPTED', DONE: 'SETTLED', PAID: 'SETTLED', REFUNDED: 'RETURNED' },
  ...{ CANCELLED: 'FAILED', FAILED: 'FAILED', REFUSED: 'FAILED' },
};

/** Null: a status that no document names. */
export const stateOf = ({ status }: Pick<Row, 'status'>): State | null =>
  Object.hasOwn(STATES, status) ? STATES[status]! : null;

export interface Resource {
  readonly path: string;
  /** Besides the page. */
  readonly query: (fromDay: string) => string;
  readonly isOrder: (row: Row) => boolean;
  /** Our key, if the row contains it. */
  readonly keyIn: (row: Row) => string;
  readonly isOf: (row: Row, key: string) => boolean;
}

const byReference = {
  isOrder: () => true,
  keyIn: ({ externalReference }: Row) => externalReference ?? '',
  isOf: ({ externalReference }: Row, key: string) => externalReference === key,
};

/** Transfers by key are transactions too, and are listed as transfers. */
const OF_TRANSFERS: readonly string[] = ['ADDRESS_KEY', 'MANUAL'];

export const PIX_TRANSACTIONS = '/pix/transactions';

export const RESOURCES: Readonly<Record<Paid, Resource>> = {
  PIX_KEY: { path: '/transfers', query: (fromDay) => `dateCreated[ge]=${fromDay}&`, ...byReference },
  BOLETO: { path: '/bill', query: () => '', ...byReference },
  PIX_BRCODE: {
    ...{ path: PIX_TRANSACTIONS, query: () => 'type=DEBIT&' },
    isOrder: ({ type, originType }) => (type ?? 'DEBIT') === 'DEBIT' && !OF_TRANSFERS.includes(originType ?? ''),
    // A transaction has no reference of ours, so its description carries the key.
    keyIn: ({ description }) => description ?? '',
    isOf: ({ description }, key) => description?.includes(key) === true,
  },
};

/** Day of creation, if the row contains it: `yyyy-mm-dd`, in Brasília. */
export const dayOf = ({ dateCreated, effectiveDate, scheduledDate }: Row): string | null =>
  (dateCreated ?? effectiveDate ?? scheduledDate)?.slice(0, 10) ?? null;

const OFFSET = '-03:00';

/** Times without a zone are of Brasília, which has had no summer time since 2019. */
const timeOf = (said: string | null | undefined): string | null => {
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i;
  const whole = said && said.length === 10 ? `${said}T00:00:00` : said?.replace(' ', 'T');
  const ms = whole ? Date.parse(zoned.test(whole.slice(10)) ? whole : `${whole}${OFFSET}`) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

export const payeeOf = ({ bankAccount, externalAccount }: Row): Payout['payee'] => {
  const key = bankAccount?.pixAddressKey ?? externalAccount?.addressKey;
  const name = bankAccount?.ownerName ?? externalAccount?.name;
  const taxIdMasked = bankAccount?.cpfCnpj ?? externalAccount?.cpfCnpj;
  const payee = { ...(key ? { key } : {}), ...(name ? { name } : {}), ...(taxIdMasked ? { taxIdMasked } : {}) };
  return Object.keys(payee).length === 0 ? undefined : payee;
};

const failureOf = ({ failReason, refusalReason, failReasons }: Row) => {
  const said = failReason ?? refusalReason ?? JSON.stringify(failReasons ?? '');
  return { code: meaningOf(said), message: 'Asaas has not made the payment', retryClass: false } as const;
};

/** `state`: given by the caller, for statuses that no document names. */
export const payoutOf = (row: Row, key: string, state: State, returned = row.refundedValue ?? 0n): Payout => {
  const { id, value: amount, endToEndIdentifier, transactionReceiptUrl, transferFee, fee } = row;
  const [payee, cost] = [payeeOf(row), transferFee ?? fee ?? 0n];
  const settledAt = timeOf(row.confirmedDate ?? row.paymentDate ?? row.effectiveDate);
  const returnedAmount = state === 'RETURNED' ? amount : returned;
  return {
    ...{ idempotencyKey: key, providerId: id, state, amount },
    ...(endToEndIdentifier ? { endToEndId: endToEndIdentifier } : {}),
    ...(transactionReceiptUrl ? { receiptUrl: transactionReceiptUrl } : {}),
    ...(payee === undefined ? {} : { payee }),
    ...(cost > 0n ? { fee: cost } : {}),
    ...(state === 'SETTLED' && settledAt !== null ? { settledAt } : {}),
    ...(state === 'FAILED' ? { failure: failureOf(row) } : {}),
    ...(returnedAmount > 0n ? { returnedAmount } : {}),
  };
};
