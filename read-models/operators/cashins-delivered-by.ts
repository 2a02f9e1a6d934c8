import type { Query } from '../table';

/** The limit for ambiguous results, which operators must distinguish. */
const LIMIT = 10;

const HEX_PREFIX = /^0x/;

/** Cash-ins with this transaction as delivery, sent or arrived; hex with or without its prefix, from any source. */
export const listCashinsDeliveredBy = async (
  query: Query,
  network: string,
  txid: string,
): Promise<readonly string[]> => {
  const bare = txid.toLowerCase().replace(HEX_PREFIX, '');
  const text = `SELECT intent_id AS id FROM lastro.cashin_intents
    WHERE lower(delivery->>'txId') = ANY($1) AND network = $2 ORDER BY intent_id LIMIT $3`;
  const rows = await query<{ readonly id: string }>(text, [[bare, `0x${bare}`], network, LIMIT]);
  return rows.map(({ id }) => id);
};
