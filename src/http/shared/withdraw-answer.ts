import type { WithdrawalRow } from '../../../read-models/payments/withdrawals';
import { brlNumber } from '../request/shape/brl';
import type { WithdrawAnswer } from './withdraw.dto';

/** The time that the slowest network needs for finality. */
const ESTIMATE_MS = 900_000;

export const withdrawAnswer = (row: WithdrawalRow): WithdrawAnswer => ({
  withdrawId: row.withdraw_id,
  status: row.status,
  amount: brlNumber(BigInt(row.gross_cents)),
  fee: brlNumber(BigInt(row.fee_cents)),
  netAmount: brlNumber(BigInt(row.net_cents)),
  pixKey: row.destination_masked,
  estimatedAt: estimatedAt(row),
  createdAt: row.created_at,
  ...(row.completed_at === null ? {} : { completedAt: row.completed_at }),
  ...(row.end_to_end_id === null ? {} : { endToEndId: row.end_to_end_id }),
  // Before FAILED the reason belongs to one attempt, and another may follow.
  ...(row.status === 'FAILED' && row.reason_code !== null ? { reasonCode: row.reason_code } : {}),
});

const estimatedAt = ({ status, created_at, updated_at, completed_at }: WithdrawalRow): string => {
  if (status === 'PROCESSING') return new Date(Date.parse(created_at) + ESTIMATE_MS).toISOString();
  return completed_at ?? updated_at;
};
