import { joined, type ListStatement } from '../list-query';
import type { Query } from '../table';
import type { ReconciliationIntentRow } from './reconciliation-intents';

/** A deposit that no intent claimed. */
export interface CandidatesAsked {
  readonly network: string;
  readonly assetId: number | null;
  readonly amountBaseUnits: string;
  readonly sender: string;
  readonly memoHashes: readonly string[];
  /** ISO 8601: the block's time, which finds near intents, and the earliest end of an expired intent. */
  readonly at: string;
  readonly endedSince: string;
}

export type CandidateRow = ReconciliationIntentRow & {
  readonly is_of_sender: boolean;
  readonly is_of_wallet: boolean;
};

const MOST_OF_EACH = 10;
/** A sender of more payments is an exchange, and a weak hint. */
const MOST_PAYERS = 20;
/** Ended intents of other amounts are looked through from the newest on, and no further. */
const MOST_LOOKED_THROUGH = 1_000;

type Status = 'PENDING' | 'EXPIRED';

const HASHES = 'SELECT memo_hash FROM lastro.reconciliation_intents';
/** Statuses are not parameters: the partial indexes need them as text. */
const ofAsset = (status: Status): string => `network = ? AND asset_id = ? AND status = '${status}'`;

/** The nearest in time on either side of the block. */
const equalAmount = ({ network, assetId, amountBaseUnits, at, endedSince }: CandidatesAsked, status: Status) => {
  const values = [network, assetId, amountBaseUnits, at];
  const isRecent = status === 'EXPIRED' ? 'AND expires_at >= ?::timestamptz' : '';
  const since = status === 'EXPIRED' ? [endedSince] : [];
  const of = (side: string, order: string): ListStatement => ({
    text: `(${HASHES} WHERE ${ofAsset(status)} AND amount_base_units = ?::numeric AND expires_at ${side} ?::timestamptz ${isRecent}
      ORDER BY expires_at ${order} LIMIT ${MOST_OF_EACH})`,
    values: [...values, ...since],
  });
  return [of('>=', 'ASC'), of('<', 'DESC')];
};

const coveredOpen = ({ network, assetId, amountBaseUnits }: CandidatesAsked): ListStatement => ({
  text: `(${HASHES} WHERE ${ofAsset('PENDING')} AND amount_base_units < ?::numeric
    ORDER BY amount_base_units DESC, expires_at DESC LIMIT ${MOST_OF_EACH})`,
  values: [network, assetId, amountBaseUnits],
});

const ofPayers = (endedSince: string): ListStatement => ({
  text: `(SELECT encode(sha256(convert_to(intent.memo, 'UTF8')), 'hex') FROM payers CROSS JOIN LATERAL (
      SELECT memo FROM lastro.cashout_intents c
       WHERE c.partner_id = payers.partner_id AND c.mode = payers.mode AND c.user_id = payers.user_id
         AND c.created_at >= ?::timestamptz - interval '1 day' AND c.status IN ('PENDING', 'EXPIRED')
       ORDER BY c.created_at DESC, c.intent_id DESC LIMIT ${MOST_OF_EACH}) intent)`,
  values: [endedSince],
});

const named = ({ memoHashes }: CandidatesAsked): ListStatement => ({
  text: '(SELECT unnest(?::text[]))',
  values: [memoHashes],
});

/** Users with the sender as wallet, and users with earlier payments from the sender. */
const payers = ({ network, sender }: CandidatesAsked): ListStatement => ({
  text: `SELECT user_id, partner_id, mode, bool_or(is_wallet) AS is_wallet, bool_or(is_sender) AS is_sender FROM (
    (SELECT user_id, partner_id, mode, true AS is_wallet, false AS is_sender FROM lastro.users
      WHERE lower(pubkey) = lower(?) AND (pubkey = ? OR lower(pubkey) LIKE '0x%') AND pubkey IS NOT NULL AND NOT erased
      LIMIT ${MOST_PAYERS})
    UNION ALL
    (SELECT c.user_id, c.partner_id, c.mode, false, true FROM (
       SELECT intent_id FROM lastro.deposits WHERE network = ? AND sender = ? AND status = 'MATCHED'
        ORDER BY updated_at DESC LIMIT ${MOST_PAYERS}) paid JOIN lastro.cashout_intents c USING (intent_id))
    ) known GROUP BY user_id, partner_id, mode`,
  values: [sender, sender, network, sender],
});

const coveredEnded = ({ network, assetId, amountBaseUnits, endedSince }: CandidatesAsked): ListStatement => ({
  text: `(SELECT memo_hash FROM (
      SELECT memo_hash, amount_base_units, expires_at FROM lastro.reconciliation_intents
       WHERE ${ofAsset('EXPIRED')} AND expires_at >= ?::timestamptz
       ORDER BY expires_at DESC LIMIT ${MOST_LOOKED_THROUGH}) ended
     WHERE amount_base_units < ?::numeric ORDER BY amount_base_units DESC, expires_at DESC LIMIT ${MOST_OF_EACH})`,
  values: [network, assetId, endedSince, amountBaseUnits],
});

/** Rows to rank: few of each likeness, each by an index. */
export const candidatesStatement = (asked: CandidatesAsked): ListStatement => {
  const parts = [
    named(asked),
    ...equalAmount(asked, 'PENDING'),
    ...equalAmount(asked, 'EXPIRED'),
    coveredOpen(asked),
    coveredEnded(asked),
    ofPayers(asked.endedSince),
  ];
  return joined(
    [payers(asked), ...parts],
    ([known = '', ...likely]) => `WITH payers AS MATERIALIZED (${known}),
      likely (memo_hash) AS MATERIALIZED (${likely.join(' UNION ')})
    SELECT r.*, coalesce(payers.is_sender, false) AS is_of_sender, coalesce(payers.is_wallet, false) AS is_of_wallet
      FROM likely JOIN lastro.reconciliation_intents r USING (memo_hash)
      LEFT JOIN lastro.cashout_intents c ON c.intent_id = r.intent_id
      LEFT JOIN payers ON payers.user_id = c.user_id`,
  );
};

/** Without an order; a deposit of an asset outside the catalog has only the intents that its memos name. */
export const listCandidates = async (query: Query, asked: CandidatesAsked): Promise<readonly CandidateRow[]> => {
  const { text, values } = candidatesStatement(asked);
  return query<CandidateRow>(text, values);
};
