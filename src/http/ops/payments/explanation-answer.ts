import type { Explanation } from '../../../../commands/explaining/explain';
import { type DepositRow, listDepositsConsidered } from '../../../../read-models/matching/deposits';
import { findAnyPayment } from '../../../../read-models/operators/payment-facts';
import { explainAsOf } from '../../../reads/as-of/explain-as-of';
import type { OpsDeps } from '../ops-deps';
import { asOf, noPayment } from './as-of';
import type { OpsExplanation } from './timeline.dto';

/** The answer of `ledger explain`. Refuses PAYMENT_NOT_FOUND, also for other things that can be explained. */
export const explanationAnswer = async (
  { query, commands }: Pick<OpsDeps, 'query' | 'commands'>,
  id: string,
  at?: string,
): Promise<OpsExplanation> => {
  if (at !== undefined) {
    const { facts, events } = await asOf({ query }, id, at);
    return explanationOf(await explainAsOf(facts.payment.kind, id, events), facts.deposits);
  }
  if ((await findAnyPayment(query, id)) === null) throw noPayment();
  const [explanation, considered] = await Promise.all([commands.explain(id), listDepositsConsidered(query, id)]);
  return explanationOf(explanation, considered);
};

const explanationOf = (
  { status, because, movesWhen, heldBy }: Explanation,
  considered: readonly DepositRow[],
): OpsExplanation => {
  const deposits = considered.map((row) => ({ depositId: row.deposit_id, status: row.status, reason: row.reason }));
  return { status, because, movesWhen: [...movesWhen], heldBy: [...heldBy], deposits };
};
