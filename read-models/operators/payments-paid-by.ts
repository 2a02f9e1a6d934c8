import type { Query } from '../table';

const LIMIT = 10;

/** Cash-outs and withdrawals that count as paid by the transfer, by any source. */
export const listPaymentsPaidBy = async (query: Query, endToEndId: string): Promise<readonly string[]> => {
  const text = `SELECT intent_id AS id FROM lastro.cashout_intents WHERE end_to_end_id = $1
    UNION ALL SELECT withdraw_id AS id FROM lastro.withdrawals WHERE end_to_end_id = $1 ORDER BY id LIMIT $2`;
  return (await query<{ readonly id: string }>(text, [endToEndId, LIMIT])).map(({ id }) => id);
};
