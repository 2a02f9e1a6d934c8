import type { EventType } from '../../../../aggregates/events';
import type { PaymentFacts, Stage } from '../../../../read-models/operators/payment-facts';
import type { CashinIntentRow } from '../../../../read-models/payments/cashin-intents';
import type { CashoutIntentRow } from '../../../../read-models/payments/cashout-intents';
import type { WithdrawalRow } from '../../../../read-models/payments/withdrawals';
import type { PayoutRow } from '../../../../read-models/steps/payouts';
import { brl, inAsset } from './amounts';
import { text, textOrNull } from './json-columns';
import type { OpsMoneyOut, OpsRefund } from './payment.dto';
import { stageOf } from './payment-steps';

type PaidOut = CashoutIntentRow | WithdrawalRow;
type Details = CashinIntentRow['payments'][number];

/** Money that left for the payment: every attempt to pay, the delivery, the refunds. */
export const moneyOutOf = ({ payment, payouts, stages }: PaymentFacts): OpsMoneyOut[] => {
  if (payment.kind !== 'CASHIN') {
    const { row } = payment;
    const paid = payouts.findLast(({ status }) => status === 'SETTLED' || status === 'RETURNED');
    return [...payouts.map((payout) => payoutOf(row, payout, payout === paid)), ...transfersOf(row)];
  }
  const { row } = payment;
  return [...deliveriesOf(row, stages), ...row.payments.filter(isRefunded).map(pixRefundOf)];
};

const NOTHING_MORE = {
  ...{ attempt: null, provider: null, code: null, endToEndId: null, network: null, txHash: null },
  ...{ to: null, requestedAt: null, updatedAt: null },
} as const;

const payoutOf = (row: PaidOut, payout: PayoutRow, isLastPaid: boolean): OpsMoneyOut => ({
  ...NOTHING_MORE,
  what: 'PAYOUT',
  id: payout.provider_key,
  status: payout.status,
  attempt: payout.attempt,
  amount: brl(payout.amount_cents),
  provider: payout.provider,
  code: payout.code,
  to: row.destination_masked,
  endToEndId: isLastPaid ? row.end_to_end_id : null,
  requestedAt: payout.requested_at,
  updatedAt: payout.updated_at,
});

const transfersOf = (row: PaidOut): readonly OpsMoneyOut[] =>
  (row.refunded ?? []).map((transfer) => ({
    ...NOTHING_MORE,
    ...{ what: 'REFUND_TRANSFER', id: text(transfer['txHash']), status: 'RECORDED' },
    amount: inAsset(row, text(transfer['amountBaseUnits'])),
    ...{ to: text(transfer['to']), network: row.network, txHash: text(transfer['txHash']) },
    ...{ requestedAt: text(transfer['transferredAt']), updatedAt: textOrNull(transfer['recordedAt']) },
  }));

/** The last that happened to a delivery, the latest first. */
const DELIVERY_STATES: readonly (readonly [EventType, string])[] = [
  ['DeliveryConfirmed', 'CONFIRMED'],
  ['DeliveryFailed', 'FAILED'],
  ['DeliverySent', 'SENT'],
  ['DeliveryRequested', 'REQUESTED'],
];

const deliveriesOf = (row: CashinIntentRow, stages: readonly Stage[]): readonly OpsMoneyOut[] => {
  if (row.delivery === null) return [];
  const [type, status] = DELIVERY_STATES.find(([each]) => stageOf(stages, each) !== undefined) ?? [null, 'REQUESTED'];
  return [
    {
      ...NOTHING_MORE,
      ...{ what: 'DELIVERY', id: text(row.delivery['deliveryId']), status },
      amount: inAsset(row, text(row.delivery['amountBaseUnits'])),
      ...{ to: row.destination, network: row.network, txHash: textOrNull(row.delivery['txId']) },
      requestedAt: stageOf(stages, 'DeliveryRequested')?.first_at ?? null,
      updatedAt: type === null ? null : (stageOf(stages, type)?.first_at ?? null),
    },
  ];
};

const isRefunded = ({ refundReason }: Details): boolean => refundReason !== undefined;

const pixRefundOf = (pix: Details): OpsMoneyOut => ({
  ...NOTHING_MORE,
  ...{ what: 'PIX_REFUND', id: text(pix['endToEndId']), status: text(pix['state']) },
  amount: brl(text(pix['refundCents'])),
  endToEndId: textOrNull(pix['returnId']),
  ...{ requestedAt: textOrNull(pix['refundDueAt']), updatedAt: textOrNull(pix['refundedAt']) },
});

/** In crypto; the refund of a PIX is part of the money out. */
export const refundOf = ({ payment }: PaymentFacts): OpsRefund | null => {
  if (payment.kind === 'CASHIN' || payment.row.refund === null) return null;
  const { amountBaseUnits, to, reason, dueAt } = payment.row.refund;
  return { owed: inAsset(payment.row, text(amountBaseUnits)), to: text(to), reason: text(reason), dueAt: text(dueAt) };
};
