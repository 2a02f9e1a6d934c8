import type { EventType } from '../../../../aggregates/events';
import type { PaymentKind } from '../../../../aggregates/families';
import type { Stage } from '../../../../read-models/operators/payment-facts';
import type { OpsStep } from './payment.dto';

type Step = readonly [OpsStep['step'], EventType];

const PAYOUT: readonly Step[] = [
  ['SENT', 'PayoutDispatched'],
  ['PAID', 'PayoutSettled'],
];

/** The first event of its type gives the time of each step. */
const STEPS: { readonly [Kind in PaymentKind]: readonly Step[] } = {
  CASHOUT: [
    ['QUOTED', 'QuoteIssued'],
    ['WAITING', 'CashoutIntentCreated'],
    ['SEEN', 'DepositObserved'],
    ['FINAL', 'DepositFinalised'],
    ['MATCHED', 'DepositAccepted'],
    ...PAYOUT,
  ],
  CASHIN: [
    ['QUOTED', 'CashinQuoteIssued'],
    ['WAITING', 'CashinIntentCreated'],
    ['SEEN', 'PixReceived'],
    ['MATCHED', 'PixAccepted'],
    ['SENT', 'DeliverySent'],
    ['PAID', 'CashinCompleted'],
  ],
  WITHDRAW: [['WAITING', 'WithdrawalRequested'], ['SEEN', 'RedemptionSent'], ['FINAL', 'RedemptionSettled'], ...PAYOUT],
};

export const stepsOf = (kind: PaymentKind, stages: readonly Stage[]): OpsStep[] =>
  STEPS[kind].map(([step, type]) => ({ step, at: stageOf(stages, type)?.first_at ?? null }));

export const stageOf = (stages: readonly Stage[], type: EventType): Stage | undefined =>
  stages.find((stage) => stage.type === type);

/** The last hold is later than the last release. */
export const isHeld = (stages: readonly Stage[]): boolean => {
  const last = (...types: readonly EventType[]): number =>
    Math.max(-1, ...types.map((type) => stageOf(stages, type)?.last_revision ?? -1));
  return last('PayoutHeld', 'CashinHeld') > last('PayoutReleased', 'CashinReleased');
};
