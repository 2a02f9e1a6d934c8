import { toJsonNumber, toShortDecimal } from '../../../../aggregates/money';
import type { CashinIntentRow } from '../../../../read-models/payments/cashin-intents';
import type { HttpDeps } from '../../deps';
import { receiptUrlOf } from '../../receipts/receipt-pages';
import type {
  CashinDelivery,
  CashinIntentAnswer,
  CashinPayment,
  CashinProgress,
  CashinRefund,
  CashinTermsAnswer,
} from './cashin.dto';

export type CashinDeps = Pick<HttpDeps, 'clock' | 'receiptPages' | 'settings'>;

export const cashinAnswer = (deps: CashinDeps, row: CashinIntentRow): CashinIntentAnswer => ({
  intentId: row.intent_id,
  id: row.intent_id,
  status: row.status,
  brCode: row.br_code,
  paymentLinkUrl: null,
  expiresIn: row.status === 'ACTIVE' ? secondsLeft(deps, row.expires_at) : 0,
  ...termsOf(row),
  ...progressOf(row),
  ...(hasReceipt(row) ? { receiptUrl: receiptUrlOf(deps, row.intent_id) } : {}),
});

export const secondsLeft = ({ clock }: Pick<HttpDeps, 'clock'>, expiresAt: string): number =>
  Math.max(0, Math.floor((Date.parse(expiresAt) - clock.now()) / 1000));

const hasReceipt = ({ status, payments }: CashinIntentRow): boolean =>
  status === 'COMPLETED' || payments.some((payment) => payment['state'] === 'REFUNDED');

export const termsOf = (row: CashinIntentRow): CashinTermsAnswer => ({
  valueCents: cents(row.amount_cents),
  quoteId: row.quote_id,
  assetId: row.asset_id,
  blockchain: row.network,
  cryptoEstimate: toShortDecimal(BigInt(row.amount_base_units), row.decimals),
  minimumCrypto: toShortDecimal(BigInt(row.minimum_base_units), row.decimals),
  deliveryMode: row.delivery_mode,
  destinationWallet: row.destination,
  splitApplied: row.split_applied,
  splitValueCents: cents(row.split_cents),
  ...(row.split_owed_cents === '0' ? {} : { splitOwedCents: cents(row.split_owed_cents) }),
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  ...(row.reference === null ? {} : { reference: row.reference }),
});

export const progressOf = (row: CashinIntentRow): CashinProgress => ({
  payments: row.payments.map(paymentOf),
  ...(row.delivery === null ? {} : { delivery: deliveryOf(row.delivery, row.decimals) }),
  timeline: row.timeline.map(({ event, at }) => ({ event: text(event), at: text(at) })),
  ...(row.reason_code === null ? {} : { reasonCode: row.reason_code }),
  payerTaxId: row.payer_tax_id_masked,
  updatedAt: row.updated_at,
  ...(row.completed_at === null ? {} : { completedAt: row.completed_at }),
});

type Details = CashinIntentRow['payments'][number];

const paymentOf = (payment: Details): CashinPayment => ({
  endToEndId: text(payment['endToEndId']),
  valueCents: cents(text(payment['amountCents'])),
  paidAt: text(payment['paidAt']),
  state: text(payment['state']) as CashinPayment['state'],
  ...(payment['refundReason'] === undefined ? {} : { refund: refundOf(payment) }),
});

const refundOf = ({ refundReason, refundCents, refundDueAt, refundedAt }: Details): CashinRefund => ({
  reason: text(refundReason),
  valueCents: cents(text(refundCents)),
  dueAt: text(refundDueAt),
  ...(refundedAt === undefined ? {} : { refundedAt: text(refundedAt) }),
});

const deliveryOf = ({ deliveryId, txId, amountBaseUnits }: Details, decimals: number): CashinDelivery => ({
  deliveryId: text(deliveryId),
  ...(typeof txId === 'string' ? { txHash: txId } : {}),
  amount: toShortDecimal(BigInt(text(amountBaseUnits)), decimals),
  amountBaseUnits: text(amountBaseUnits),
});

const cents = (digits: string): number => toJsonNumber(BigInt(digits), 0);

/** Throws when the row's JSON column has no such text. */
const text = (value: Details[string] | undefined): string => {
  if (typeof value !== 'string') throw new TypeError('a cash-in row lacks a text');
  return value;
};
