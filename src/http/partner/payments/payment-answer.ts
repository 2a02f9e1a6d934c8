import type { PaymentKind } from '../../../../aggregates/families';
import { toShortDecimal } from '../../../../aggregates/money';
import type { CashinIntentRow } from '../../../../read-models/payments/cashin-intents';
import type { CashoutIntentRow } from '../../../../read-models/payments/cashout-intents';
import type { Payment, PaymentRows } from '../../../../read-models/payments/payments';
import type { WithdrawalRow } from '../../../../read-models/payments/withdrawals';
import { brlNumber } from '../../request/shape/brl';
import { progressOf as cashinProgressOf, termsOf as cashinTermsOf } from '../../shared/cashin/cashin-answer';
import { progressOf, refundOf, stepOf } from '../../shared/intent-answer';
import { withdrawAnswer } from '../../shared/withdraw-answer';
import type { PartnerCashin, PartnerCashout, PartnerPayment, PartnerWithdrawal } from './payments.dto';

const cashoutAnswer = (row: CashoutIntentRow): PartnerCashout => ({
  id: row.intent_id,
  kind: 'CASHOUT',
  userId: row.user_id,
  ...(row.reference === null ? {} : { reference: row.reference }),
  status: row.status,
  intentId: row.intent_id,
  quoteId: row.quote_id,
  assetId: row.asset_id,
  blockchain: row.network,
  amount: toShortDecimal(BigInt(row.amount_base_units), row.decimals),
  amountBaseUnits: row.amount_base_units,
  total: brlNumber(BigInt(row.total_cents)),
  fee: brlNumber(BigInt(row.fee_cents)),
  expiresAt: row.expires_at,
  ...progressOf(row),
});

const cashinAnswer = (row: CashinIntentRow): PartnerCashin => ({
  id: row.intent_id,
  kind: 'CASHIN',
  userId: row.user_id,
  status: row.status,
  intentId: row.intent_id,
  total: brlNumber(BigInt(row.amount_cents)),
  fee: brlNumber(BigInt(row.fee_cents)),
  ...cashinTermsOf(row),
  ...cashinProgressOf(row),
});

const withdrawalAnswer = (row: WithdrawalRow): PartnerWithdrawal => ({
  ...withdrawAnswer(row),
  id: row.withdraw_id,
  kind: 'WITHDRAW',
  userId: row.user_id,
  assetId: row.asset_id,
  blockchain: row.network,
  walletAddress: row.wallet,
  amountBaseUnits: row.amount_base_units,
  ...(row.debit === null ? {} : { txHash: row.debit['txHash'] as string }),
  timeline: row.timeline.map(stepOf),
  ...refundOf(row),
  updatedAt: row.updated_at,
});

const ANSWERS: { readonly [Kind in PaymentKind]: (row: PaymentRows[Kind]) => PartnerPayment } = {
  CASHOUT: cashoutAnswer,
  CASHIN: cashinAnswer,
  WITHDRAW: withdrawalAnswer,
};

const answerOf = <Kind extends PaymentKind>(kind: Kind, row: PaymentRows[Kind]): PartnerPayment => ANSWERS[kind](row);

export const paymentAnswer = ({ kind, row }: Payment): PartnerPayment => answerOf(kind, row);
