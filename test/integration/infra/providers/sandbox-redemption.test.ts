import { randomBytes } from 'node:crypto';
import type { RedemptionOrder } from '../../../../commands/ports/providers/pegged-redemption';
import type { CallContext } from '../../../../commands/ports/providers/result';
import { SIMULATED_BRL } from '../../../../infra/chains/simulated/network';
import { peggedRedemptionsOf } from '../../../../infra/providers/providers';
import { createSandboxRedemption, REDEMPTIONS } from '../../../../infra/providers/sandbox/redemptions';
import { freshKey, mustSucceed } from '../../../../packages/testing/src/contracts/providers';
import { openSimulatedChain, SETTLE_MS, type SimulatedChain } from '../chains/simulated/simulated-chain';
import { redemptionContract } from './redemption-contract';

const context: CallContext = {
  ...{ requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER },
};
const REAL = 10n ** 18n;
/** The next block, and final. */
const FINAL_MS = SETTLE_MS + 1_000;

let chain: SimulatedChain;
beforeAll(async () => {
  chain = await openSimulatedChain();
});
afterAll(() => chain.close());

const redemption = (settleMs = SETTLE_MS) => {
  const made = createSandboxRedemption({ books: chain.books, clock: chain.clock, settleMs });
  const chosen = peggedRedemptionsOf([made], chain.clock).choose('sandbox', null);
  if (chosen === null) throw new Error('nobody redeems');
  return chosen;
};

const walletWith = async (balance: bigint, allowance: bigint, partnerId = 'p'): Promise<string> => {
  const wallet = `0x${randomBytes(20).toString('hex')}`;
  await chain.controls.creditWallet({ partnerId, wallet, assetId: SIMULATED_BRL, baseUnits: balance, allowance });
  chain.clock.advance(FINAL_MS);
  return wallet;
};

describe('a redemption, like every other', () => {
  redemptionContract(async () => ({
    ...{ redemption: redemption(), context, wallet: walletWith },
    finalise: async () => chain.clock.advance(FINAL_MS),
  }));
});

const ordered = async (changes: Partial<RedemptionOrder> = {}): Promise<RedemptionOrder> => ({
  ...{ redemptionKey: freshKey(), wallet: await walletWith(1_000n * REAL, 1_000n * REAL) },
  ...{ amountBaseUnits: (30n * REAL).toString(), ...changes },
});

const send = async (order: RedemptionOrder) => {
  const prepared = mustSucceed(await redemption().prepare(context, order));
  return redemption().redeem(context, order, prepared);
};

const stateAfter = async (order: RedemptionOrder, ms: number) => {
  chain.clock.advance(ms);
  const { state, failure } = mustSucceed(await redemption().get(context, order, []));
  return failure ?? state;
};

test('each scenario has a name and a number of its own', () => {
  const numbers = REDEMPTIONS.rows.flatMap(({ number }) => number ?? []);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(REDEMPTIONS.rows.map(({ name }) => name)).size).toBe(REDEMPTIONS.rows.length);
});

test.each([
  ['REDEMPTION_REVERTED', 'REVERTED'],
  ['REDEMPTION_DROPPED', 'DROPPED'],
])('%s: takes nothing, which is certain once it is final', async (scenario, failure) => {
  const order = await ordered({ scenario });
  expect(await send(order)).toMatchObject({ ok: true, value: { state: 'PENDING' } });
  expect(await stateAfter(order, FINAL_MS - 1_000)).toBe('PENDING');
  expect(await stateAfter(order, 1_000)).toBe(failure);
  const { balanceBaseUnits } = mustSucceed(await redemption().readBalance(context, order.wallet));
  expect(balanceBaseUnits).toBe((1_000n * REAL).toString());
});

test('a debit is final with its block, and the balance one block later', async () => {
  const quick = redemption(0);
  const order = await ordered();
  const prepared = mustSucceed(await quick.prepare(context, order));
  expect(mustSucceed(await quick.redeem(context, order, prepared))).toMatchObject({ state: 'PENDING' });
  chain.clock.advance(1_000);
  expect(mustSucceed(await quick.get(context, order, []))).toMatchObject({ state: 'SETTLED' });
  const balance = async () => mustSucceed(await quick.readBalance(context, order.wallet)).balanceBaseUnits;
  expect(await balance()).toBe((1_000n * REAL).toString());
  chain.clock.advance(1_000);
  expect(await balance()).toBe((970n * REAL).toString());
});

test('REDEMPTION_UNANSWERED by the gross: debits without an answer, and a question shows it', async () => {
  const order = await ordered({ amountBaseUnits: ((55_503n * REAL) / 100n).toString() });
  expect(await send(order)).toMatchObject({ ok: false, kind: 'UNKNOWN', code: 'TIMEOUT' });
  expect(await send(order)).toMatchObject({ ok: true, value: { state: 'PENDING' } });
  expect(await stateAfter(order, FINAL_MS)).toBe('SETTLED');
});

test('REDEMPTION_STUCK: waits until its partner advances the time, and no other partner', async () => {
  const order = await ordered({ scenario: 'REDEMPTION_STUCK' });
  await send(order);
  expect(await stateAfter(order, 60_000)).toBe('PENDING');
  await chain.controls.advance('q', 3_600_000);
  expect(await stateAfter(order, FINAL_MS)).toBe('PENDING');
  await chain.controls.advance('p', 3_600_000);
  expect(await stateAfter(order, FINAL_MS)).toBe('SETTLED');
});

test('a stuck debit counts as taken, and another debit of the same units reverts', async () => {
  const order = await ordered({ amountBaseUnits: (600n * REAL).toString(), scenario: 'REDEMPTION_STUCK' });
  await send(order);
  const other = { ...order, redemptionKey: freshKey(), scenario: 'REDEMPTION' };
  await send(other);
  expect(await stateAfter(other, FINAL_MS)).toBe('REVERTED');
  await chain.controls.advance('p', 3_600_000);
  expect(await stateAfter(order, FINAL_MS)).toBe('SETTLED');
});

test('lets three of twenty simultaneous debits succeed when the balance covers three', async () => {
  const first = await ordered({ wallet: await walletWith(100n * REAL, 500n * REAL) });
  const orders = Array.from({ length: 20 }, () => ({ ...first, redemptionKey: freshKey() }));
  await Promise.all(orders.map(send));
  chain.clock.advance(FINAL_MS);
  const ends = await Promise.all(orders.map((order) => stateAfter(order, 0)));
  expect(ends.filter((end) => end === 'SETTLED')).toHaveLength(3);
  expect(ends.filter((end) => end === 'REVERTED')).toHaveLength(17);
  const { balanceBaseUnits } = mustSucceed(await redemption().readBalance(context, first.wallet));
  expect(balanceBaseUnits).toBe((10n * REAL).toString());
});

test('REDEMPTION_REFUSED: prepares nothing, and a name of another table has no effect', async () => {
  const order = await ordered({ scenario: 'REDEMPTION_REFUSED' });
  expect(await redemption().prepare(context, order)).toMatchObject({ ok: false, kind: 'REJECTED' });
  const plain = await ordered({ scenario: 'STUCK' });
  await send(plain);
  expect(await stateAfter(plain, FINAL_MS)).toBe('SETTLED');
});

test('a reset empties the partner’s books, and a repeated debit finds no balance', async () => {
  const order = await ordered();
  await send(order);
  const foreign = await walletWith(REAL, REAL, 'q');
  await chain.controls.reset('p');
  expect(await redemption().get(context, order, [])).toMatchObject({ kind: 'NOT_FOUND' });
  await send(order);
  expect(await stateAfter(order, FINAL_MS)).toBe('REVERTED');
  const reading = await redemption().readBalance({ ...context, partnerId: 'q' }, foreign);
  expect(mustSucceed(reading).balanceBaseUnits).toBe(REAL.toString());
});

test('a key belongs to one order and one partner, and a prepared transaction to its key', async () => {
  const order = await ordered();
  const other = await ordered();
  const prepared = mustSucceed(await redemption().prepare(context, other));
  expect(await redemption().redeem(context, order, prepared)).toMatchObject({ kind: 'UNKNOWN', code: 'PROTOCOL' });
  await send(order);
  const changed = { ...order, amountBaseUnits: '1' };
  expect(await redemption().get(context, changed, [])).toMatchObject({ kind: 'UNKNOWN', code: 'PROTOCOL' });
  const asForeign = { ...context, partnerId: 'q' };
  expect(await redemption().get(asForeign, order, [])).toMatchObject({ kind: 'NOT_FOUND' });
  const { balanceBaseUnits } = mustSucceed(await redemption().readBalance(asForeign, order.wallet));
  expect(balanceBaseUnits).toBe('0');
});

test('a live credential is refused, and a deadline that is too near gives no answer', async () => {
  const order = await ordered();
  const live = { ...context, mode: 'live' } as const;
  expect(await redemption().readBalance(live, order.wallet)).toMatchObject({ kind: 'NOT_CONFIGURED' });
  expect(peggedRedemptionsOf([], chain.clock).choose('sandbox', null)).toBeNull();
  const late = { ...context, deadlineMs: chain.clock.now() };
  const prepared = mustSucceed(await redemption().prepare(context, order));
  expect(await redemption().redeem(late, order, prepared)).toMatchObject({ kind: 'UNKNOWN', code: 'TIMEOUT' });
  expect(await redemption().get(context, order, [])).toMatchObject({ kind: 'NOT_FOUND' });
});

test('a redemption with a named partner is chosen for that partner alone', () => {
  const made = { ...createSandboxRedemption({ books: chain.books, clock: chain.clock, settleMs: SETTLE_MS }) };
  const offered = peggedRedemptionsOf([{ ...made, partnerId: 'one' }], chain.clock);
  const chosen = ['one', 'another', null].map((partnerId) => offered.choose('sandbox', partnerId)?.partnerId ?? null);
  expect(chosen).toEqual(['one', null, null]);
});
