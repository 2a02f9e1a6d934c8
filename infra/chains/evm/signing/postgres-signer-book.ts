import type { Pool, PoolClient } from 'pg';
import { createTurns } from '../../../../commands/handling/turns';
import { inTransaction } from '../../../postgres/pool';
import type { Claim, OpenNonce, Signed, SignerAccount, SignerBook, Version } from './signer-book';

interface VersionRow {
  readonly nonce: string;
  readonly version: number;
  readonly purpose: 'ORDER' | 'FILLER';
  readonly txid: string;
  readonly payment_to: string;
  readonly payment_value: string;
  readonly payment_data: string;
  readonly gas_limit: string;
  readonly highest_fee_per_gas: string;
  readonly tip_per_gas: string;
  readonly sent_at: Date | null;
}

interface NonceRow {
  readonly nonce: string;
  readonly key: string;
  readonly claimed_at: Date;
  readonly abandoned_at: Date | null;
}

const OF_SIGNER = 'chain_id = $1 AND signer = $2';

const CLAIMED = `SELECT nonce FROM lastro.signer_nonces WHERE ${OF_SIGNER} AND key = $3`;

/** Allows a single claim at a time, so that each nonce is given once, the lowest first. */
const CLAIM = `INSERT INTO lastro.signer_nonces (chain_id, signer, nonce, key)
  SELECT $1, $2, greatest($4::numeric, coalesce(max(nonce) + 1, 0)), $3 FROM lastro.signer_nonces WHERE ${OF_SIGNER}
  HAVING $5::numeric IS NULL OR coalesce(max(nonce) <= $5, true)
  RETURNING nonce`;

const VERSIONS = `SELECT signed.* FROM lastro.signer_nonces JOIN lastro.signer_transactions AS signed
  USING (chain_id, signer, nonce) WHERE ${OF_SIGNER} AND key = $3 ORDER BY version`;

const KEEP = `INSERT INTO lastro.signer_transactions (chain_id, signer, nonce, version, purpose, txid, payment_to,
  payment_value, payment_data, gas_limit, highest_fee_per_gas, tip_per_gas)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (chain_id, signer, nonce, version) DO NOTHING`;

const MARK_SENT = `UPDATE lastro.signer_transactions SET sent_at = clock_timestamp()
  WHERE ${OF_SIGNER} AND txid = $3 AND sent_at IS NULL`;

const OPEN = `SELECT nonce, key, claimed_at, abandoned_at FROM lastro.signer_nonces
  WHERE ${OF_SIGNER} AND nonce >= $3 ORDER BY nonce LIMIT $4`;

const OPEN_VERSIONS = `SELECT * FROM lastro.signer_transactions
  WHERE ${OF_SIGNER} AND nonce = ANY ($3::numeric[]) ORDER BY nonce, version`;

const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'signer', $1::text, $2::text), 0))";

const idOf = ({ chainId, address }: SignerAccount): [string, string] => [chainId.toString(), address];

const versionOf = (row: VersionRow): Version => ({
  ...{ version: row.version, purpose: row.purpose, txid: row.txid, nonce: BigInt(row.nonce) },
  ...{ to: row.payment_to, value: BigInt(row.payment_value), data: row.payment_data, gasLimit: BigInt(row.gas_limit) },
  ...{ highestFeePerGas: BigInt(row.highest_fee_per_gas), tipPerGas: BigInt(row.tip_per_gas) },
  sentAtMs: row.sent_at?.getTime() ?? null,
});

const valuesOf = (account: SignerAccount, one: Signed): unknown[] => [
  ...idOf(account),
  one.nonce.toString(),
  one.version,
  one.purpose,
  one.txid,
  one.to,
  one.value.toString(),
  one.data,
  one.gasLimit.toString(),
  one.highestFeePerGas.toString(),
  one.tipPerGas.toString(),
];

const versionsIn = async (
  client: Pick<Pool, 'query'>,
  account: SignerAccount,
  key: string,
): Promise<readonly Version[]> =>
  (await client.query<VersionRow>(VERSIONS, [...idOf(account), key])).rows.map(versionOf);

const nonceIn = async (
  client: PoolClient,
  account: SignerAccount,
  key: string,
  { atLeast, lastKnown }: Claim,
): Promise<bigint | null> => {
  const known = await client.query<{ nonce: string }>(CLAIMED, [...idOf(account), key]);
  const wanted = [...idOf(account), key, atLeast.toString(), lastKnown?.toString()];
  const { rows } = known.rows.length > 0 ? known : await client.query<{ nonce: string }>(CLAIM, wanted);
  return rows[0] === undefined ? null : BigInt(rows[0].nonce);
};

/** Runs in one transaction, so that a count of promised amounts never reads a nonce without its order. */
const claimIn = async (
  client: PoolClient,
  ...[account, key, claim]: Parameters<SignerBook['claim']>
): Promise<Version | null> => {
  await client.query(LOCK, idOf(account));
  const versions = await versionsIn(client, account, key);
  const order = versions.find(({ purpose }) => purpose === 'ORDER');
  if (order !== undefined) return order;
  const nonce = await nonceIn(client, account, key, claim);
  if (nonce === null) return null;
  const signed = claim.sign({ nonce, version: versions.length });
  await client.query(KEEP, valuesOf(account, signed));
  return { ...signed, sentAtMs: null };
};

const openIn = async (
  pool: Pool,
  account: SignerAccount,
  from: bigint,
  limit: number,
): Promise<readonly OpenNonce[]> => {
  const nonces = (await pool.query<NonceRow>(OPEN, [...idOf(account), from.toString(), limit])).rows;
  const among = nonces.map(({ nonce }) => nonce);
  const versions = (await pool.query<VersionRow>(OPEN_VERSIONS, [...idOf(account), among])).rows;
  return nonces.map(({ nonce, key, claimed_at: claimedAt, abandoned_at: abandonedAt }) => ({
    nonce: BigInt(nonce),
    key,
    claimedAtMs: claimedAt.getTime(),
    isAbandoned: abandonedAt !== null,
    versions: versions.filter((one) => one.nonce === nonce).map(versionOf),
  }));
};

/** The claims of a process for one signer run one after the other: one connection waits for the signer's lock. */
const createClaims = (pool: Pool): SignerBook['claim'] => {
  const inTurn = createTurns();
  return (account, key, claim) =>
    inTurn(idOf(account).join(' '), () => inTransaction(pool, (client) => claimIn(client, account, key, claim)));
};

export const createPostgresSignerBook = (pool: Pool): SignerBook => ({
  claim: createClaims(pool),
  versions: (account, key) => versionsIn(pool, account, key),
  keep: async (account, version) => {
    await pool.query(KEEP, [...valuesOf(account, version)]);
  },
  markSent: async (account, txid) => {
    await pool.query(MARK_SENT, [...idOf(account), txid]);
  },
  open: (account, from, limit) => openIn(pool, account, from, limit),
});
