import type { Request } from 'express';
import { findWithdrawal, type WithdrawalRow } from '../../../read-models/payments/withdrawals';
import { stateOf, userOf, userReaderOf } from '../request/request-state';
import { isWithdrawId } from '../request/shape/object-ids';

/** The caller's withdrawal, or null; from the stream when the read model lags behind. */
export const findOwnWithdrawal = async (request: Request, withdrawId: string): Promise<WithdrawalRow | null> => {
  if (!isWithdrawId(withdrawId)) return null;
  const row = await findWithdrawal(userReaderOf(request), withdrawId);
  return row ?? stateOf(request).deps.foldWithdrawal(userOf(request), withdrawId);
};
