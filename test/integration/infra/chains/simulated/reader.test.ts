import { randomBytes } from 'node:crypto';
import type { SeenMovement } from '../../../../../aggregates/chain';
import type { DepositToPlay } from '../../../../../commands/ports/providers/sandbox-controls';
import { timeOf } from '../../../../../infra/chains/simulated/blocks';
import { SIMULATED_RECEIVER, SIMULATED_USD } from '../../../../../infra/chains/simulated/network';
import { openSimulatedChain, SETTLE_MS, type SimulatedChain } from './simulated-chain';

let chain: SimulatedChain;
beforeEach(async () => {
  chain = await openSimulatedChain();
});
afterEach(() => chain.close());

const MEMO = 'lastro:bafkrei';

const deposit = (changes: Partial<DepositToPlay> = {}): DepositToPlay => ({
  ...{ partnerId: 'p', assetId: SIMULATED_USD, receiver: SIMULATED_RECEIVER, baseUnits: 27_000_000n, memo: MEMO },
  ...{ fate: 'LANDS', after: null, ...changes },
});

const heads = async () => {
  const found = await chain.reader.heads([]);
  if (found.outcome !== 'HEADS') throw new Error('no heads');
  return found;
};

/** From the block before the deposit to the newest one. */
const scanned = async (from: bigint) => {
  const { newest } = await heads();
  const found = await chain.reader.scan({ from, to: newest.height, resume: null });
  if (found.outcome !== 'SCANNED') throw new Error('a gap');
  return found;
};

const seenAt = async (from: bigint): Promise<readonly SeenMovement[]> =>
  (await scanned(from)).movements.map(({ movement }) => movement);

const verdictsOf = async (movements: readonly SeenMovement[]) =>
  (await chain.reader.judge(movements)).judgements.map(({ verdict }) => verdict);

test('makes one block a second, the same for all callers, and final two blocks later', async () => {
  const { newest, final } = await heads();
  expect(newest.height - final.height).toBe(2n);
  expect(newest.time).toBe(timeOf(newest.height));
  expect(await chain.reader.hashAt(newest.height)).toBe(newest.hash);
  chain.clock.advance(999);
  expect((await heads()).newest).toEqual(newest);
  chain.clock.advance(1);
  expect((await heads()).newest.height).toBe(newest.height + 1n);
  expect(await chain.reader.hashAt(newest.height)).toBe(newest.hash);
});

test('puts a deposit into the next unread block, and judges it when that is final', async () => {
  const { newest } = await heads();
  const { txid, minedAt, finalAt } = await chain.controls.placeDeposit(deposit());
  expect(await seenAt(newest.height - 10n)).toEqual([]);
  chain.clock.advance(1_000);
  const seen = await seenAt(newest.height + 1n);
  expect(seen).toMatchObject([
    {
      ...{ network: 'simulated', mode: 'sandbox', txid, position: '0', assetId: SIMULATED_USD, memos: [MEMO] },
      ...{ amountBaseUnits: '27000000', receiver: SIMULATED_RECEIVER, movements: 1, unsupported: null },
      blockTime: minedAt,
    },
  ]);
  expect(await verdictsOf(seen)).toEqual(['PENDING']);
  chain.clock.advance(SETTLE_MS);
  expect(chain.clock.iso() >= finalAt).toBe(true);
  expect(await verdictsOf(seen)).toEqual(['FINAL']);
});

test('shows a deposit and then its reversal, and shows it in no closed history', async () => {
  const { newest } = await heads();
  await chain.controls.placeDeposit(deposit({ fate: 'REVERTS' }));
  chain.clock.advance(60_000);
  const seen = await seenAt(newest.height);
  expect(seen).toHaveLength(1);
  expect((await chain.reader.judge(seen)).judgements).toEqual([{ verdict: 'GONE', reason: 'REVERTED' }]);
  expect((await chain.reader.rescan(newest.height, newest.height + 10n)).movements).toEqual([]);
});

test('ignores foreign memos and receivers, and reports a credit to us without a memo', async () => {
  const { newest } = await heads();
  await chain.controls.placeDeposit(deposit({ memo: 'other:bafkrei' }));
  await chain.controls.placeDeposit(deposit({ receiver: `0x${'1'.repeat(40)}` }));
  const credit = { partnerId: 'p', wallet: SIMULATED_RECEIVER, assetId: SIMULATED_USD, baseUnits: 1n, allowance: null };
  await chain.controls.creditWallet(credit);
  chain.clock.advance(1_000);
  expect((await seenAt(newest.height)).map(({ memos }) => memos)).toEqual([[], []]);
});

test('judges an unknown, an emptied or a changed transaction as gone', async () => {
  const { newest } = await heads();
  const txid = `0x${randomBytes(32).toString('hex')}`;
  await chain.controls.placeDeposit(deposit());
  const other = await chain.controls.placeDeposit(deposit({ partnerId: 'q' }));
  chain.clock.advance(10_000);
  const seen = await seenAt(newest.height);
  const [first] = seen;
  if (first === undefined) throw new Error('nothing is seen');
  await chain.controls.reset('p');
  expect(await verdictsOf([...seen, { ...first, txid }])).toEqual(['GONE', 'FINAL', 'GONE']);
  const misplaced = { ...first, txid: other.txid, position: '1' };
  expect(await verdictsOf([misplaced])).toEqual(['GONE']);
});

test('reads whole blocks, as many as the limit allows', async () => {
  const { newest } = await heads();
  const place = (count: number) =>
    chain.pool.query(
      `insert into sandbox_chain.transactions (txid, partner_id, kind, fate, height, asset_id, sender, receiver, base_units)
       select md5(random()::text || n), 'p', 'DEPOSIT', 'LANDS', $1::bigint + n / 600, $2, '0x1', $3, 1
         from generate_series(0, $4 - 1) as n`,
      [(newest.height - 20n).toString(), SIMULATED_USD, SIMULATED_RECEIVER, count],
    );
  await place(1_500);
  const first = await scanned(newest.height - 20n);
  expect([first.movements.length, first.upTo.height]).toEqual([600, newest.height - 20n]);
  await place(1_500);
  const whole = await scanned(newest.height - 20n);
  expect([whole.movements.length, whole.upTo.height]).toEqual([1_200, newest.height - 20n]);
  const rest = await scanned(newest.height - 19n);
  expect([rest.movements.length, rest.upTo.height]).toEqual([1_200, newest.height - 19n]);
  expect((await scanned(newest.height - 17n)).upTo.height).toBe(newest.height);
});

test('scans no block during a write to it', async () => {
  const client = await chain.pool.connect();
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtextextended('sandbox_chain', 1))");
  const { newest } = await heads();
  let isScanned = false as boolean;
  const scanning = scanned(newest.height).finally(() => {
    isScanned = true;
  });
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const isWaiting = async (): Promise<boolean> => (await client.query(waiting)).rowCount !== 0;
  while (!isScanned && !(await isWaiting()));
  expect(isScanned).toBe(false);
  await client.query('commit');
  client.release();
  expect((await scanning).movements).toEqual([]);
});

test('finds a deposit once it is final, as the scan reports it', async () => {
  const { newest } = await heads();
  const { txid } = await chain.controls.placeDeposit(deposit());
  const found = async () => (await chain.reader.find([txid, `0x${'00'.repeat(32)}`])).map(({ outcome }) => outcome);
  expect(await found()).toEqual(['PENDING', 'UNKNOWN']);
  chain.clock.advance(1_000 + 2 * SETTLE_MS);
  expect(await found()).toEqual(['FINAL', 'UNKNOWN']);
  const [seen] = await seenAt(newest.height + 1n);
  expect(await chain.reader.find([txid])).toMatchObject([
    {
      movements: [{ movement: seen }],
      transfers: [{ to: SIMULATED_RECEIVER, assetId: SIMULATED_USD, baseUnits: 27_000_000n, reference: MEMO }],
    },
  ]);
});
