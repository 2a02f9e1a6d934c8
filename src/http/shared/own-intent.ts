import type { Request } from 'express';
import { type CashoutIntentRow, findCashoutIntent } from '../../../read-models/payments/cashout-intents';
import { stateOf, userOf, userReaderOf } from '../request/request-state';
import { isIntentId } from '../request/shape/object-ids';

/** The caller's intent, or null; from the stream when the read model lags behind. */
export const findOwnIntent = async (request: Request, intentId: string): Promise<CashoutIntentRow | null> => {
  if (!isIntentId(intentId)) return null;
  const row = await findCashoutIntent(userReaderOf(request), intentId);
  return row ?? stateOf(request).deps.foldCashoutIntent(userOf(request), intentId);
};
