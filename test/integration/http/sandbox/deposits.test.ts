import request from 'supertest';
import type { DepositKind } from '../../../../commands/sandbox/deposit-kinds';
import { SIMULATED_USD } from '../../../../infra/chains/simulated/network';
import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { openIntent } from '../../../http/sandbox/waiting-payout';
import { workOff } from '../../../http/user/pay-on-chain';
import { createWorld, type HttpWorld, type Partner, type User } from '../../../http/world';
import { simulatedWatcher } from './simulated-watcher';

let world: HttpWorld;
let partner: Partner;
let user: User;
let look: () => Promise<void>;

beforeAll(async () => {
  world = await createWorld();
  look = simulatedWatcher(world);
  await look();
});
beforeEach(async () => {
  partner = await world.partner();
  user = await world.user(partner);
});
afterAll(() => world.close());

interface Answer {
  readonly transactions: readonly { readonly txid: string; readonly minedAt: string; readonly finalAt: string }[];
}

const post = (path: string, body: object, owner: Pick<Partner, 'apiKey'> = partner) =>
  request(world.app)
    .post(`/api/v1/sandbox${path}`)
    .set({ Authorization: `Bearer ${owner.apiKey}` })
    .send(body);

const intentOf = async (intentId: string): Promise<Readonly<Record<string, unknown>>> =>
  (
    await request(world.app)
      .get(`/api/v1/cashout/intent/${intentId}`)
      .set({ Authorization: `Bearer ${user.token}` })
  ).body.data as Readonly<Record<string, unknown>>;

const open = () => openIntent(world, user, { assetId: SIMULATED_USD, pixKey: 'ana@exemplo.com', pixKeyType: 'EMAIL' });

/** A block at a time, as the watcher sees them; then what follows is worked off. */
const pass = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    world.clock.advance(1_000);
    await look();
  }
  await workOff(world);
};

const place = async (kind: DepositKind, intentId: string): Promise<Answer['transactions']> => {
  const answer = await post('/deposits', { intentId, kind });
  expect([answer.status, answer.body.data]).toMatchObject([200, { intentId, kind, network: 'simulated' }]);
  return (answer.body.data as Answer).transactions;
};

const depositsOf = async (transactions: Answer['transactions']) => {
  const { rows } = await world.pool.query<{ status: string; reason: string | null }>(
    'SELECT status, reason FROM lastro.deposits WHERE txid = ANY ($1) ORDER BY status',
    [transactions.map(({ txid }) => txid)],
  );
  return rows.map(({ status, reason }) => reason ?? status);
};

const played = async (kind: DepositKind) => {
  const { intentId } = await open();
  const transactions = await place(kind, intentId);
  await pass(5);
  return { intent: await intentOf(intentId), deposits: await depositsOf(transactions) };
};

test('exact: completes the intent, and the receipt names the transaction', async () => {
  const { intent, deposits } = await played('exact');
  expect([intent['status'], deposits]).toEqual(['COMPLETED', ['MATCHED']]);
});

test('overpaid: completes the intent as quoted, and the surplus is a refund due', async () => {
  const { intent, deposits } = await played('overpaid');
  expect([intent['status'], deposits]).toEqual(['COMPLETED', ['MATCHED']]);
  expect(intent).toMatchObject({ labels: ['OVER'], refund: { reason: 'SURPLUS' } });
});

test.each<[DepositKind, string]>([
  ['underpaid', 'UNDERPAID'],
  ['wrong-memo', 'UNKNOWN_MEMO'],
  ['wrong-asset', 'WRONG_ASSET'],
])('%s: leaves the deposit in the inbox, and the intent stays PENDING', async (kind, reason) => {
  const { intent, deposits } = await played(kind);
  expect([intent['status'], deposits]).toEqual(['PENDING', [reason]]);
});

test('duplicate: completes the intent once, and the second deposit waits in the inbox', async () => {
  const { intent, deposits } = await played('duplicate');
  expect([intent['status'], [...deposits].sort()]).toEqual(['COMPLETED', ['DUPLICATE', 'MATCHED']]);
});

test.each<[DepositKind, string, readonly (string | undefined)[]]>([
  ['underpaid', 'UNDERPAID', ['UNDERPAID']],
  ['wrong-asset', 'WRONG_ASSET', ['WRONG_ASSET']],
  ['duplicate', 'DUPLICATE', [undefined, 'DUPLICATE']],
])('%s: shows the deposit with its label in the intent and in the feed of events', async (kind, label, labels) => {
  const { intent } = await played(kind);
  const deposits = intent['deposits'] as readonly Readonly<Record<string, unknown>>[];
  expect(deposits.map((deposit) => deposit['label'])).toEqual(labels);
  const refused = deposits.at(-1);
  expect(refused).toMatchObject({ amount: expect.stringMatching(/^\d/), next: expect.stringContaining('operator') });
  const feed = await request(world.app)
    .get('/api/v1/partners/me/events')
    .set({ Authorization: `Bearer ${partner.apiKey}` });
  const told = (feed.body.data as readonly { event: string; data: object }[]).filter(
    ({ event }) => event === 'DEPOSIT_UNMATCHED',
  );
  const { depositId, txHash, amount, amountBaseUnits } = refused ?? {};
  expect(told).toMatchObject([
    { intentId: intent['intentId'], data: { depositId, txHash, amount, amountBaseUnits, label } },
  ]);
});

test('reverted: shows the deposit first, and pays nothing', async () => {
  const { intentId } = await open();
  const transactions = await place('reverted', intentId);
  world.clock.advance(1_000);
  await look();
  expect(await depositsOf(transactions)).toEqual(['OBSERVED']);
  await pass(4);
  expect([(await intentOf(intentId))['status'], await depositsOf(transactions)]).toEqual(['PENDING', ['REVERTED']]);
});

test('late: pays nothing, and the intent expires at its deadline', async () => {
  const { intentId } = await open();
  const { expiresAt } = await intentOf(intentId);
  const transactions = await place('late', intentId);
  expect((transactions[0]?.minedAt ?? '') > String(expiresAt)).toBe(true);
  await pass(5);
  expect([(await intentOf(intentId))['status'], await depositsOf(transactions)]).toEqual(['PENDING', []]);
  world.clock.advance(Date.parse(transactions[0]?.minedAt ?? '') - world.clock.now());
  await pass(5);
  // Expiry waits until the projection has read what was decided about the deposit.
  await pass(1);
  expect([(await intentOf(intentId))['status'], await depositsOf(transactions)]).toEqual(['EXPIRED', ['LATE']]);
  expect(await intentOf(intentId)).toMatchObject({ labels: ['LATE'], deposits: [{ label: 'LATE' }] });
});

test('placing a deposit writes no event itself', async () => {
  const { intentId } = await open();
  const before = await world.eventCount();
  await place('duplicate', intentId);
  await post('/reset', {});
  expect(await world.eventCount()).toBe(before);
});

test('a reset deletes deposits that are not final, and their intent expires unpaid', async () => {
  const { intentId } = await open();
  const transactions = await place('exact', intentId);
  world.clock.advance(1_000);
  await look();
  await post('/reset', {});
  await pass(5);
  expect([(await intentOf(intentId))['status'], await depositsOf(transactions)]).toEqual([
    'PENDING',
    ['UNKNOWN_TRANSACTION'],
  ]);
  world.clock.advance(400_000);
  await pass(2);
  expect((await intentOf(intentId))['status']).toBe('EXPIRED');
});

test('a foreign or unknown intent answers 404, and one of another network names its network', async () => {
  const { intentId } = await open();
  const body = { intentId, kind: 'exact' };
  expectProblem(await post('/deposits', body, await world.partner()), 404, 'INTENT_NOT_FOUND');
  for (const unknown of ['x', `bafkrei${'a'.repeat(52)}`])
    expectProblem(await post('/deposits', { ...body, intentId: unknown }), 404, 'INTENT_NOT_FOUND');
  const { intentId: elsewhere } = await openIntent(world, user);
  const refused = await post('/deposits', { ...body, intentId: elsewhere });
  expectInvalid(refused, ['intentId']);
  expect(JSON.stringify(refused.body)).toContain('is paid on ethereum');
});

test.each([
  [{ kind: 'exact' }, ['intentId']],
  [{ intentId: 'x', kind: 'free' }, ['kind']],
  [{ intentId: 'x', kind: 'exact', amount: 1 }, ['amount']],
])('%j is refused', async (body, fields) => {
  expectInvalid(await post('/deposits', body), fields);
});
