import fs from 'node:fs';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../../../commands/ports/clock';
import { inTransaction } from '../../postgres/pool';
import { projectRoot } from '../../project-root';
import { BLOCK_MS, heightAt } from './blocks';
import type { Fate, Holdings, SimulatedBooks, SimulatedTransaction, SimulatedTransfer, WalletKey } from './books';

interface Row {
  readonly txid: string;
  readonly partner_id: string;
  readonly kind: SimulatedTransaction['kind'];
  readonly fate: Fate;
  readonly height: string;
  readonly asset_id: number;
  readonly sender: string;
  readonly receiver: string;
  readonly base_units: string;
  readonly memo: string | null;
  readonly allowance: string | null;
}

const transactionOf = (row: Row): SimulatedTransaction => ({
  ...{ partnerId: row.partner_id, txid: row.txid, kind: row.kind, fate: row.fate, height: BigInt(row.height) },
  ...{ assetId: row.asset_id, sender: row.sender, receiver: row.receiver, baseUnits: BigInt(row.base_units) },
  ...{ memo: row.memo, allowance: row.allowance === null ? null : BigInt(row.allowance) },
});

/** Writers hold this lock exclusively, readers of arrivals share it: no block is read during a write to it. */
const NETWORK = "hashtextextended('sandbox_chain', 1)";
const WRITING = `select pg_advisory_xact_lock(${NETWORK})`;
const READING = `select pg_advisory_xact_lock_shared(${NETWORK})`;

const PLACE = `
  insert into sandbox_chain.transactions
    (txid, partner_id, kind, fate, height, asset_id, sender, receiver, base_units, memo, allowance)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning *`;

const FIND = 'select * from sandbox_chain.transactions where txid = any ($1)';

const ARRIVALS = `
  select * from sandbox_chain.transactions
   where height between $1 and $2 and receiver = any ($3) and fate <> 'DROPPED'
   order by height, sequence limit $4`;

/** Balance of a wallet: credits until block $4 minus debits until $5. Allowance: last grant minus later debits. */
const HOLDINGS = `
  with own as (
    select * from sandbox_chain.transactions
     where partner_id = $1 and asset_id = $3 and (receiver = $2 or sender = $2) and fate = 'LANDS'),
  granted as (
    select height, sequence, allowance from own
     where kind = 'CREDIT' and receiver = $2 and allowance is not null and height <= $4
     order by height desc, sequence desc limit 1),
  taken as (select * from own where kind = 'DEBIT' and sender = $2 and height <= $5)
  select
    greatest(0, (select coalesce(sum(base_units), 0) from own where receiver = $2 and height <= $4)
      - (select coalesce(sum(base_units), 0) from taken)) as balance,
    greatest(0, (select allowance from granted)
      - (select coalesce(sum(t.base_units), 0) from taken t, granted g
          where (t.height, t.sequence) > (g.height, g.sequence))) as allowance`;

const ADVANCE = `
  update sandbox_chain.transactions set height = greatest($2, height - $3)
   where partner_id = $1 and kind = 'DEBIT' and height > $2`;

const FOREVER = 2n ** 62n;

type By = Pick<PoolClient, 'query'>;

/** Creates the schema `sandbox_chain` if missing. Repeatable and safe concurrently. */
export const prepareSimulatedBooks = async (pool: Pick<Pool, 'query'>): Promise<void> => {
  const file = path.join(projectRoot(__dirname), 'infra/chains/simulated/books.sql');
  await pool.query(await fs.promises.readFile(file, 'utf8'));
};

interface Bounds {
  readonly cameUntil: bigint;
  readonly wentUntil: bigint;
}

const holdingsOf = async (
  by: By,
  { partnerId, wallet, assetId }: WalletKey,
  { cameUntil, wentUntil }: Bounds,
): Promise<Holdings> => {
  const values = [partnerId, wallet, assetId, cameUntil.toString(), wentUntil.toString()];
  const { rows } = await by.query<{ balance: string; allowance: string }>(HOLDINGS, values);
  const [row] = rows;
  if (row === undefined) throw new Error('The books of the simulated network gave no answer');
  return { balance: BigInt(row.balance), allowance: BigInt(row.allowance) };
};

const find = async (by: By, txids: readonly string[]): Promise<ReadonlyMap<string, SimulatedTransaction>> => {
  if (txids.length === 0) return new Map();
  const { rows } = await by.query<Row>(FIND, [txids]);
  return new Map(rows.map((row) => [row.txid, transactionOf(row)]));
};

/** Waiting debits count as taken: they enter a block first, so their amounts are already promised. */
const isCovered = async (by: By, transfer: SimulatedTransfer, height: bigint): Promise<boolean> => {
  const { partnerId, sender: wallet, assetId, baseUnits } = transfer;
  const bounds = { cameUntil: height, wentUntil: FOREVER };
  const { balance, allowance } = await holdingsOf(by, { partnerId, wallet, assetId }, bounds);
  return baseUnits <= balance && baseUnits <= allowance;
};

const fateOf = async (by: By, transfer: SimulatedTransfer, height: bigint): Promise<Fate> => {
  if (transfer.kind !== 'DEBIT' || transfer.fate !== 'LANDS') return transfer.fate;
  return (await isCovered(by, transfer, height)) ? 'LANDS' : 'REVERTS';
};

const write = async (by: By, transfer: SimulatedTransfer, height: bigint): Promise<SimulatedTransaction> => {
  const { txid, partnerId, kind, assetId, sender, receiver, baseUnits, memo, allowance } = transfer;
  const fate = await fateOf(by, transfer, height);
  const values = [txid, partnerId, kind, fate, height.toString(), assetId, sender, receiver, baseUnits.toString()];
  const { rows } = await by.query<Row>(PLACE, [...values, memo, allowance?.toString() ?? null]);
  const [row] = rows;
  if (row === undefined) throw new Error('The books of the simulated network did not store the transaction');
  return transactionOf(row);
};

export const createSimulatedBooks = (pool: Pool, clock: Clock): SimulatedBooks => {
  const next = (): bigint => heightAt(clock.now()) + 1n;
  const writing = <Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value> =>
    inTransaction(pool, async (client) => {
      await client.query(WRITING);
      return work(client);
    });
  return {
    place: (transfer, notBefore = 0n) =>
      writing(async (client) => {
        const known = (await find(client, [transfer.txid])).get(transfer.txid);
        if (known !== undefined) return known;
        const soonest = next();
        return write(client, transfer, soonest > notBefore ? soonest : notBefore);
      }),
    find: (txids) => find(pool, txids),
    arrivals: ({ from, to, receivers, limit }) =>
      inTransaction(pool, async (client) => {
        await client.query(READING);
        const { rows } = await client.query<Row>(ARRIVALS, [from.toString(), to.toString(), receivers, limit]);
        return rows.map(transactionOf);
      }),
    holdings: (key, upTo) => holdingsOf(pool, key, { cameUntil: upTo, wentUntil: upTo }),
    advance: (partnerId, ms) =>
      writing(async (client) => {
        await client.query(ADVANCE, [partnerId, next().toString(), Math.floor(ms / BLOCK_MS)]);
      }),
    reset: (partnerId) =>
      writing(async (client) => {
        await client.query('delete from sandbox_chain.transactions where partner_id = $1', [partnerId]);
      }),
  };
};
