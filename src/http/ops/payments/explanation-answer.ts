import { listDepositsConsidered } from '../../../../read-models/matching/deposits';
import { findAnyPayment } from '../../../../read-models/operators/payment-facts';
import type { OpsDeps } from '../ops-deps';
import { noPayment } from './payment-answer';
import type { OpsExplanation } from './timeline.dto';

/** As `ledger explain` says it. Refuses PAYMENT_NOT_FOUND, also for what else can be explained. */
export const explanationAnswer = async (
  { query, explain }: Pick<OpsDeps, 'query' | 'explain'>,
  id: string,
): Promise<OpsExplanation> => {
  if ((await findAnyPayment(query, id)) === null) throw noPayment();
  const [{ status, because, movesWhen, heldBy }, considered] = await Promise.all([
    explain(id),
    listDepositsConsidered(query, id),
  ]);
  const deposits = considered.map((row) => ({ depositId: row.deposit_id, status: row.status, reason: row.reason }));
  return { status, because, movesWhen: [...movesWhen], heldBy: [...heldBy], deposits };
};
