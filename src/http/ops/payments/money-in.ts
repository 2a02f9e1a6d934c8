import type { PaymentFacts } from '../../../../read-models/operators/payment-facts';
import type { CashinIntentRow } from '../../../../read-models/payments/cashin-intents';
import type { CashoutIntentRow } from '../../../../read-models/payments/cashout-intents';
import type { WithdrawalRow } from '../../../../read-models/payments/withdrawals';
import type { OpsDeps } from '../ops-deps';
import { brl, inAsset, inCatalog } from './amounts';
import { text, textOrNull } from './json-columns';
import type { OpsMoneyIn } from './payment.dto';

/** Money received for the payment: deposits, matched and considered; PIX; the debit of a wallet. */
export const moneyInOf = (deps: Pick<OpsDeps, 'assets'>, { payment, deposits }: PaymentFacts): OpsMoneyIn[] => {
  if (payment.kind === 'CASHIN') return payment.row.payments.map((pix) => pixOf(payment.row, pix));
  if (payment.kind === 'WITHDRAW') return debitsOf(payment.row);
  return deposits.map((deposit) => depositOf(deps, payment.row, deposit));
};

type Deposit = PaymentFacts['deposits'][number];

const depositOf = (deps: Pick<OpsDeps, 'assets'>, payment: CashoutIntentRow, deposit: Deposit): OpsMoneyIn => ({
  what: 'DEPOSIT',
  id: deposit.deposit_id,
  status: deposit.status,
  amount: inCatalog(deps, deposit.asset_id, deposit.amount_base_units),
  isAccepted: deposit.intent_id === payment.intent_id && deposit.status === 'MATCHED',
  reason: deposit.reason,
  label: labelOf(payment, deposit),
  from: deposit.sender,
  to: deposit.receiver,
  network: deposit.network,
  txHash: deposit.txid,
  blockNumber: deposit.block_number,
  memos: [...deposit.memos],
  at: deposit.block_time,
});

const labelOf = ({ deposits }: CashoutIntentRow, { deposit_id: id }: Deposit): string | null =>
  textOrNull(deposits.find(({ depositId }) => depositId === id)?.['label']);

const pixOf = (row: CashinIntentRow, pix: CashinIntentRow['payments'][number]): OpsMoneyIn => ({
  what: 'PIX',
  id: text(pix['endToEndId']),
  status: text(pix['state']),
  amount: brl(text(pix['amountCents'])),
  isAccepted: pix['state'] === 'ACCEPTED',
  reason: textOrNull(pix['refundReason']),
  label: null,
  from: row.payer_tax_id_masked,
  ...{ to: null, network: null, txHash: null, blockNumber: null, memos: [] },
  at: text(pix['paidAt']),
});

const debitsOf = (row: WithdrawalRow): OpsMoneyIn[] => {
  if (row.debit === null) return [];
  const txHash = text(row.debit['txHash']);
  return [
    {
      ...{ what: 'DEBIT', id: txHash, status: 'SETTLED', isAccepted: true, reason: null, label: null },
      amount: inAsset(row, row.amount_base_units),
      from: row.wallet,
      ...{ to: null, network: row.network, txHash, blockNumber: null, memos: [] },
      at: textOrNull(row.debit['blockTime']),
    },
  ];
};
