import type { CashoutIntentCreated } from '../../../aggregates/cashout/events';
import { toShortDecimal } from '../../../aggregates/money';
import type { CashoutIntentRow } from '../../../read-models/payments/cashout-intents';
import type { HttpDeps } from '../deps';
import { brlNumber } from '../request/shape/brl';
import type {
  CreatedIntent,
  DepositAnswer,
  IntentAnswer,
  IntentTerms,
  PayoutProgress,
  RefundAnswer,
  RefundTransferAnswer,
  TimelineStep,
} from './intents.dto';
import { invoiceTypeOf } from './invoice-type';

export type ChainDeps = Pick<HttpDeps, 'memoFor' | 'instructionFor'>;

export const createdAnswer = (deps: ChainDeps, intent: CashoutIntentCreated): CreatedIntent => ({
  ...termsOf(deps, intent, intent.decimals),
  status: 'PENDING',
});

export const intentAnswer = (deps: ChainDeps, row: CashoutIntentRow): IntentAnswer => ({
  ...termsOf(deps, factsOf(row), row.decimals),
  status: row.status,
  ...progressOf(row),
});

export const progressOf = (row: CashoutIntentRow): PayoutProgress => ({
  invoiceType: invoiceTypeOf(row.payout_kind),
  invoiceValue: brlNumber(BigInt(row.payout_cents)),
  invoiceCurrency: 'BRL',
  destination: row.destination_masked,
  deposits: row.deposits.map((deposit) => depositOf(deposit, row)),
  labels: [...row.labels],
  timeline: row.timeline.map(stepOf),
  ...refundOf(row),
  // Before FAILED the reason belongs to one attempt, and another may follow.
  ...(row.status === 'FAILED' && row.reason_code !== null ? { reasonCode: row.reason_code } : {}),
  ...(row.end_to_end_id === null ? {} : { endToEndId: row.end_to_end_id }),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...(row.confirmed_at === null ? {} : { confirmedAt: row.confirmed_at }),
  ...(row.completed_at === null ? {} : { completedAt: row.completed_at }),
});

type Facts = Pick<
  CashoutIntentCreated,
  'intentId' | 'quoteId' | 'network' | 'assetId' | 'amountBaseUnits' | 'receiver' | 'memo' | 'expiresAt' | 'reference'
>;

const factsOf = (row: CashoutIntentRow): Facts => ({
  intentId: row.intent_id,
  quoteId: row.quote_id,
  network: row.network,
  assetId: row.asset_id,
  amountBaseUnits: row.amount_base_units,
  receiver: row.receiver,
  memo: row.memo,
  expiresAt: row.expires_at,
  ...(row.reference === null ? {} : { reference: row.reference }),
});

const termsOf = (deps: ChainDeps, facts: Facts, decimals: number): Omit<IntentTerms, 'status'> => {
  const { intentId, quoteId, network, assetId, amountBaseUnits, receiver, memo, expiresAt, reference } = facts;
  return {
    id: intentId,
    intentId,
    quoteId,
    memo,
    receiver,
    amount: toShortDecimal(BigInt(amountBaseUnits), decimals),
    amountBaseUnits,
    assetId,
    blockchain: network,
    expiresAt,
    onChain: deps.memoFor(network, memo),
    instruction: deps.instructionFor({ network, assetId, amountBaseUnits, receiver, memo }),
    ...(reference === undefined ? {} : { reference }),
  };
};

type Details = CashoutIntentRow['deposits'][number];

const depositOf = (deposit: Details, row: CashoutIntentRow): DepositAnswer => {
  const { depositId, txHash, amountBaseUnits, sender, blockTime, label } = deposit;
  const decimals = label === undefined ? row.decimals : deposit['decimals'];
  return {
    depositId: text(depositId),
    txHash: text(txHash),
    ...(typeof decimals === 'number' ? { amount: toShortDecimal(BigInt(text(amountBaseUnits)), decimals) } : {}),
    amountBaseUnits: text(amountBaseUnits),
    sender: text(sender),
    blockTime: text(blockTime),
    ...(label === undefined ? {} : refusalOf(deposit, row)),
  };
};

const refusalOf = ({ label, assetId }: Details, { status }: CashoutIntentRow): Partial<DepositAnswer> => ({
  label: text(label),
  ...(typeof assetId === 'number' ? { assetId } : {}),
  next: `The deposit pays nothing by itself and waits for the decision of an operator.${
    status === 'PENDING' ? ' The intent still waits for one transfer of its whole amount.' : ''
  }`,
});

export const stepOf = ({ event, at }: Details): TimelineStep => ({ event: text(event), at: text(at) });

/** Empty while no refund is owed. */
export const refundOf = ({ refund, refunded, decimals }: RefundRow): { refund?: RefundAnswer } => {
  if (refund === null) return {};
  const owed = { ...amountOf(refund, decimals), reason: text(refund['reason']), dueAt: text(refund['dueAt']) };
  if (refunded === null) return { refund: owed };
  return { refund: { ...owed, transfers: refunded.map((transfer) => transferOf(transfer, decimals)) } };
};

type RefundRow = Pick<CashoutIntentRow, 'refund' | 'refunded' | 'decimals'>;

const amountOf = ({ amountBaseUnits, to }: Details, decimals: number) => ({
  amount: toShortDecimal(BigInt(text(amountBaseUnits)), decimals),
  amountBaseUnits: text(amountBaseUnits),
  to: text(to),
});

const transferOf = (transfer: Details, decimals: number): RefundTransferAnswer => ({
  txHash: text(transfer['txHash']),
  ...amountOf(transfer, decimals),
  at: text(transfer['transferredAt']),
});

/** Throws when the row's JSON column has no such text. */
const text = (value: Details[string] | undefined): string => {
  if (typeof value !== 'string') throw new TypeError('a cash-out row lacks a text');
  return value;
};
