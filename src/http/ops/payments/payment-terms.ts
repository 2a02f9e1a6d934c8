import type { CashinIntentRow } from '../../../../read-models/payments/cashin-intents';
import type { CashoutIntentRow } from '../../../../read-models/payments/cashout-intents';
import type { Payment } from '../../../../read-models/payments/payments';
import type { WithdrawalRow } from '../../../../read-models/payments/withdrawals';
import { brl, inAsset } from './amounts';
import type { OpsTerms } from './payment.dto';

const cashoutTerms = (row: CashoutIntentRow): OpsTerms => ({
  quoteId: row.quote_id,
  ...everyTerm(row),
  total: brl(row.total_cents),
  net: brl(row.payout_cents),
  receiver: row.receiver,
  memo: row.memo,
  delivery: null,
});

const cashinTerms = (row: CashinIntentRow): OpsTerms => ({
  quoteId: row.quote_id,
  ...everyTerm(row),
  total: brl(row.amount_cents),
  net: brl(row.exchanged_cents),
  ...{ receiver: null, memo: null },
  delivery: row.delivery_mode,
});

const withdrawalTerms = (row: WithdrawalRow): OpsTerms => ({
  quoteId: null,
  ...everyTerm(row),
  total: brl(row.gross_cents),
  net: brl(row.net_cents),
  ...{ receiver: null, memo: null, delivery: null },
});

const everyTerm = (row: Payment['row']) => ({
  reference: row.reference,
  network: row.network,
  crypto: inAsset(row, row.amount_base_units),
  fee: brl(row.fee_cents),
});

export const termsOf = (payment: Payment): OpsTerms => {
  if (payment.kind === 'CASHOUT') return cashoutTerms(payment.row);
  return payment.kind === 'CASHIN' ? cashinTerms(payment.row) : withdrawalTerms(payment.row);
};
