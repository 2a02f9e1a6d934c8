import type { Pool } from 'pg';
import { canonicalTxid } from '../../../../aggregates/refund-transfer/refund-transfer';
import type { SignedOrders } from '../../../../commands/ports/chains/signed-orders';
import { orderKeyOf } from './order-key';

/** Counts the orders of every signer, also of a key that is no longer configured: the key may be used again. */
const ABANDON = `UPDATE lastro.signer_nonces AS claimed SET abandoned_at = clock_timestamp()
  WHERE claimed.key = $1 AND claimed.abandoned_at IS NULL AND NOT EXISTS (
    SELECT FROM lastro.signer_transactions AS signed
    WHERE (signed.chain_id, signed.signer, signed.nonce) = (claimed.chain_id, claimed.signer, claimed.nonce)
      AND signed.txid = $2)`;

/** The txid in the form of the book: an operator may write it in capitals, or without its prefix. */
const txidOf = (told: string): string => `0x${canonicalTxid(told).replace(/^0x/, '')}`;

export const createPostgresSignedOrders = (pool: Pool): SignedOrders => ({
  abandon: async (order, happened) => {
    await pool.query(ABANDON, [orderKeyOf(order), happened === null ? null : txidOf(happened)]);
  },
});
