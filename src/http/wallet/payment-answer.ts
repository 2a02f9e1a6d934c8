import type { CashoutIntentCreated } from '../../../aggregates/cashout/events';
import type { CashoutIntentRow } from '../../../read-models/payments/cashout-intents';
import { type ChainDeps, createdAnswer, intentAnswer } from '../shared/intent-answer';
import type { IntentStatus } from '../shared/intents.dto';
import type { CreatedPayment, PaymentAnswer, PaymentStatus } from './payments.dto';

/** The wallet surface's names for the states of the same intent. */
const STATUS: Readonly<Record<IntentStatus, PaymentStatus>> = {
  PENDING: 'RECEIVED',
  PROCESSING: 'PROCESSING',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
  EXPIRED: 'EXPIRED',
};

export const createdPayment = (deps: ChainDeps, intent: CashoutIntentCreated): CreatedPayment => {
  const { intentId, ...terms } = createdAnswer(deps, intent);
  return { ...terms, paymentId: intentId, status: 'RECEIVED' };
};

export const paymentAnswer = (deps: ChainDeps, row: CashoutIntentRow): PaymentAnswer => {
  const { intentId, status, ...rest } = intentAnswer(deps, row);
  return { ...rest, paymentId: intentId, status: STATUS[status] };
};
