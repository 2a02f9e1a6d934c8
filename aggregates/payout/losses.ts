import { rejection } from '../rejection';
import { openReturnOf } from './returns';
import { hasEnded, type PayoutState } from './state';

export const waitsForOperator = (state: PayoutState): boolean =>
  hasEnded(state) && (openReturnOf(state) !== null || (state.dues ?? []).some(({ txid }) => txid === undefined));

/** An operator may have resolved or refunded it in the lost time, unknown to every provider. */
export const isUntold = (state: PayoutState): boolean => state.loss?.isTold === false && waitsForOperator(state);

export const mustBeTold = (state: PayoutState): void => {
  if (!isUntold(state)) return;
  const { since = '' } = state.loss ?? {};
  throw rejection(
    'WRONG_STATE',
    `The log lost the events after ${since}. Check whether an operator has already resolved this payment, then release it`,
  );
};
