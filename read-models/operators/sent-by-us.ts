import type { Query } from '../table';

const CLAIMS = ['foundTransfer', 'refundTransfer'];

/** Finds transactions of a network that deliver a cash-in, or that a refund or another payment has claimed. */
export const listSentByUs = async (
  query: Query,
  network: string,
  txids: readonly string[],
): Promise<readonly string[]> => {
  const text = `SELECT txid FROM unnest($2::text[]) AS txid
      CROSS JOIN LATERAL (SELECT regexp_replace(txid, '^0x', '') AS bare) AS written
     WHERE EXISTS (SELECT 1 FROM lastro.cashin_intents c
        WHERE lower(c.delivery->>'txId') = ANY (ARRAY[lower(bare), '0x' || lower(bare)])
          AND c.delivery->>'txId' IS NOT NULL AND c.network = $1)
        OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS claim
          JOIN lastro.audit_trail a ON a.stream = claim || '-' || $1 || ':' || bare)`;
  const rows = await query<{ readonly txid: string }>(text, [network, txids, CLAIMS]);
  return rows.map(({ txid }) => txid);
};
