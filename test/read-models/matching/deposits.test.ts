import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { depositsProjection } from '../../../projections/deposits';
import { payoutsProjection } from '../../../projections/payments/payouts';
import {
  type DepositRow,
  deposits,
  listDepositsConsidered,
  listFinalDeposits,
  listOpenDeposits,
  listUnmatchedDeposits,
  movementOf,
  sumCoin,
} from '../../../read-models/matching/deposits';
import { type PayoutRow, payouts } from '../../../read-models/steps/payouts';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const deposit = rowAfter(depositsProjection, deposits, recorded('DepositObserved'));
const stored = (...differences: readonly Partial<DepositRow>[]) =>
  models.store(...differences.map((columns) => row(deposits, { ...deposit, ...columns })));
const ids = (rows: readonly DepositRow[]) => rows.map(({ deposit_id }) => deposit_id);

const wanted = { network: 'ethereum', upToBlock: '200', resting: [], rested: [], limit: 10 };

test('lists open deposits of a network, up to a block, oldest first', async () => {
  await stored(
    { deposit_id: 'b', block_number: '100' },
    { deposit_id: 'a', block_number: '99' },
    { deposit_id: 'later', block_number: '101' },
    { deposit_id: 'elsewhere', network: 'polygon' },
    { deposit_id: 'final', status: 'FINALISED' },
    { deposit_id: 'gone', status: 'REVERTED' },
  );
  const open = await listOpenDeposits(models.query, { ...wanted, upToBlock: '100' });
  expect(ids(open)).toEqual(['a', 'b']);
  expect(open[1]).toEqual({ ...deposit, deposit_id: 'b' });
});

test('lists open deposits with a memo first, rested ones last, resting ones not at all', async () => {
  await stored(
    { deposit_id: 'rested', block_number: '1' },
    { deposit_id: 'resting', block_number: '2' },
    { deposit_id: 'nameless', block_number: '3', memos: [] },
    { deposit_id: 'named', block_number: '4' },
    { deposit_id: 'timeless', block_number: '5', block_time: null },
  );
  const open = await listOpenDeposits(models.query, { ...wanted, resting: ['resting'], rested: ['rested'] });
  expect(ids(open)).toEqual(['named', 'timeless', 'nameless', 'rested']);
  expect(movementOf(open[1]!)).toMatchObject({ blockTime: null });
  expect(ids(await listOpenDeposits(models.query, { ...wanted, limit: 1 }))).toEqual(['rested']);
});

test('lists deposits that were final from a block on, by id, with the cents that may have been paid', async () => {
  const payout = rowAfter(payoutsProjection, payouts, recorded('PayoutRequested'));
  await stored(
    { deposit_id: 'a', status: 'FINALISED' },
    { deposit_id: 'b', status: 'MATCHED', intent_id: 'cid1' },
    { deposit_id: 'c', status: 'CLAIMED', intent_id: 'cid2' },
    { deposit_id: 'd', status: 'UNMATCHED' },
    { deposit_id: 'seen', status: 'OBSERVED' },
    { deposit_id: 'gone', status: 'REVERTED' },
    { deposit_id: 'lost', status: 'UNMATCHED', reason: 'STREAM_CLOSED' },
    { deposit_id: 'before', status: 'FINALISED', block_number: '99' },
    { deposit_id: 'elsewhere', status: 'FINALISED', network: 'polygon' },
  );
  const paying = (provider_key: string, status: PayoutRow['status'], intentId = 'cid1') =>
    row(payouts, { ...payout, provider_key, status, stream: `cashout-${intentId}` });
  await models.store(paying('k1', 'REJECTED'), paying('k2', 'SETTLED'), paying('k3', 'REQUESTED', 'cid2'));
  const asked = { network: 'ethereum', fromBlock: '100', afterId: '', limit: 10 };
  const final = await listFinalDeposits(models.query, asked);
  expect(final.map(({ deposit_id, paid_cents }) => [deposit_id, paid_cents])).toEqual([
    ['a', '0'],
    ['b', '15000'],
    ['c', '0'],
    ['d', '0'],
  ]);
  expect(ids(await listFinalDeposits(models.query, { ...asked, afterId: 'b', limit: 1 }))).toEqual(['c']);
});

test('lists the inbox page by page, each deposit once', async () => {
  const at = (deposit_id: string, updated_at: string) => ({ deposit_id, updated_at, status: 'UNMATCHED' as const });
  await stored(at('a', time(2)), at('b', time(2)), at('c', time(2)), at('oldest', time(1)));
  const first = await listUnmatchedDeposits(models.query, 2);
  const second = await listUnmatchedDeposits(models.query, 2, first.at(-1));
  const last = await listUnmatchedDeposits(models.query, 2, second.at(-1));
  expect([first, second, last].map(ids)).toEqual([['c', 'b'], ['a', 'oldest'], []]);
});

test('lists deposits that matched an intent or were considered for it', async () => {
  await stored(
    { deposit_id: 'matched', intent_id: 'cid1', block_number: '2' },
    {
      deposit_id: 'considered',
      candidates: [
        { intentId: 'cid0', reason: 'LATE' },
        { intentId: 'cid1', reason: 'LATE' },
      ],
      block_number: '1',
    },
    { deposit_id: 'other', intent_id: 'cid2', candidates: [{ intentId: 'cid2', reason: 'LATE' }] },
  );
  expect(ids(await listDepositsConsidered(models.query, 'cid1'))).toEqual(['considered', 'matched']);
});

test('sums the coin of a receiver in some blocks, with the last block of one kind', async () => {
  const coin = { contract: null, amount_base_units: '7', block_number: '100' };
  await stored(
    { ...coin, deposit_id: 'first', block_number: '91', unsupported: 'RISE' },
    { ...coin, deposit_id: 'second', amount_base_units: '20' },
    { ...coin, deposit_id: 'before', block_number: '90' },
    { ...coin, deposit_id: 'later', block_number: '101', unsupported: 'RISE' },
    { ...coin, deposit_id: 'gone', status: 'REVERTED' },
    { ...coin, deposit_id: 'token', contract: '0xcc' },
    { ...coin, deposit_id: 'another receiver', receiver: '0xab' },
    { ...coin, deposit_id: 'elsewhere', network: 'polygon' },
  );
  const asked = { network: 'ethereum', receiver: '0xaa', after: '90', upTo: '100', unsupported: 'RISE' };
  expect(await sumCoin(models.query, asked)).toEqual({ base_units: '27', last_block: '91' });
  expect(await sumCoin(models.query, { ...asked, after: '100' })).toEqual({ base_units: '0', last_block: null });
});
