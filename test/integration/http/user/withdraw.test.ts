import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { SIMULATED_NETWORK } from '../../../../aggregates/chain';
import { systemContext } from '../../../../commands/handling/context';
import { balanceIdOf } from '../../../../commands/handling/deterministic-ids';
import type { UserReader } from '../../../../read-models/reader';
import type { HttpDeps } from '../../../../src/http/deps';
import type { WithdrawAnswer } from '../../../../src/http/shared/withdraw.dto';
import { typesOf } from '../../../core';
import { holdTimers } from '../../../doubles/held-timers';
import { workOff } from '../../../http/user/pay-on-chain';
import { credit, readAs, withdrawAs, withdrawer } from '../../../http/user/withdrawing';
import { createWorld, type HttpWorld, type Partner, type User } from '../../../http/world';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  ({ partner, user } = await withdrawer(world));
});
afterAll(() => world.close());

const asked = async (differences: object = {}, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await withdrawAs(world, user, differences, headers);
  expect([answer.status, answer.body]).toMatchObject([201, { success: true, error: null }]);
  return (answer.body as { data: WithdrawAnswer }).data;
};
const walletStream = ({ partnerId } = partner) =>
  `peggedBalance-${balanceIdOf({ network: SIMULATED_NETWORK, wallet: user.pubkey, partnerId })}`;
const typesOfWallet = () => typesOf(world.eventStore, walletStream());

it('answers PROCESSING when its time is over, and completes later with exact cents', async () => {
  const { withdrawId, ...shown } = await asked({
    amount: 100.37,
    walletAddress: user.pubkey.toUpperCase().replace('0X', '0x'),
  });
  expect(shown).toEqual({
    ...{ status: 'PROCESSING', amount: 100.37, fee: 1, netAmount: 99.37, pixKey: 'f***@***.com' },
    ...{ estimatedAt: expect.any(String), createdAt: world.clock.iso() },
  });
  await workOff(world);
  expect(await readAs(world, user, withdrawId)).toMatchObject({
    ...{ withdrawId, status: 'COMPLETED', amount: 100.37, fee: 1, netAmount: 99.37 },
    ...{ endToEndId: expect.any(String), completedAt: expect.any(String) },
  });
  expect(await typesOfWallet()).toEqual(['BalanceReserved', 'BalanceCaptured', 'PeggedDebitSettled']);
});

it('is paid from the books of each partner of the sandbox, also for one shared wallet', async () => {
  const other = (await withdrawer(world)).partner;
  await credit(world, other, { pubkey: user.pubkey, amount: '500', allowance: '1000000' });
  const wallet = { pubkey: user.pubkey, blockchain: 'ethereum' };
  const { partnerId, mode } = other;
  const registered = { partnerId, mode, externalUserId: null, wallet };
  const context = () => ({ ...systemContext('test', randomUUID(), 'test'), partnerId, mode });
  const { userId } = await world.service.registerUser(registered, context());
  await world.service.changeKycStatus({ userId, status: 'APPROVED' }, context());
  await world.project();
  const token = await world.deps.tokens.v1.sign({ pubkey: user.pubkey, uid: userId, partnerId, mode }, 3600);
  const theirs = { ...user, userId, token };
  const answers = [await withdrawAs(world, user, { amount: 500 }), await withdrawAs(world, theirs, { amount: 500 })];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  await workOff(world);
  for (const [index, each] of [user, theirs].entries()) {
    const { withdrawId } = (answers[index]?.body as { data: WithdrawAnswer }).data;
    expect(await readAs(world, each, withdrawId)).toMatchObject({ status: 'COMPLETED' });
  }
  for (const each of [partner, other]) {
    const types = await typesOf(world.eventStore, walletStream(each));
    expect(types).toEqual(['BalanceReserved', 'BalanceCaptured', 'PeggedDebitSettled']);
  }
});

it('waits at the simulated bank until its partner settles or rejects the payout', async () => {
  const decide = (withdrawId: string, what: string, { apiKey } = partner) =>
    request(world.app)
      .post(`/api/v1/sandbox/payouts/${withdrawId}/${what}`)
      .set('Authorization', `Bearer ${apiKey}`)
      .send({});
  for (const [what, status] of [
    ['settle', 'COMPLETED'],
    ['reject', 'FAILED'],
  ] as const) {
    const { withdrawId } = await asked({}, { 'x-sandbox-scenario': 'STUCK' });
    await workOff(world);
    expect(await readAs(world, user, withdrawId)).toMatchObject({ status: 'PROCESSING' });
    expect((await decide(withdrawId, what, await world.partner())).status).toBe(404);
    expect((await decide(withdrawId, what)).body).toMatchObject({ success: true, data: { id: withdrawId } });
    await workOff(world);
    expect(await readAs(world, user, withdrawId)).toMatchObject({ status });
  }
});

it('has a receipt for the user by its debit, and for others by its link', async () => {
  const { withdrawId } = await asked();
  await workOff(world);
  const history = await world.eventStore.readStream(`withdrawal-${withdrawId}`);
  const sent = history.find(({ type }) => type === 'RedemptionSent')?.data as { txid: string };
  const path = `/api/v1/receipts/pix?tx=${sent.txid}&chain=${SIMULATED_NETWORK}`;
  const { catalog } = world.deps;
  const played = { ...catalog.networks[0]!, name: SIMULATED_NETWORK, family: 'simulated' as const };
  const networks = [...catalog.networks, played];
  const app = world.appWith({ catalog: { ...catalog, networks } });
  const readAsUser = ({ token }: User) => request(app).get(path).set('Authorization', `Bearer ${token}`);
  const { status, body } = await readAsUser(user);
  expect([status, body.data]).toMatchObject([
    200,
    { type: 'pix', intentId: withdrawId, amount: 99, payee: 'f***@***.com', status: 'COMPLETED', txHash: sent.txid },
  ]);
  expect((await readAsUser(await world.user(partner))).status).toBe(404);
  const page = await request(world.app).get(body.data.receiptUrl as string);
  expect([page.status, page.text.includes('<dt>To</dt><dd>f***@***.com</dd>')]).toEqual([200, true]);
});

it('answers COMPLETED when it ended within its call', async () => {
  holdTimers();
  const settings = { ...world.deps.settings, withdrawWaitMs: 5_000 };
  const app = world.appWith({ settings, userReader: workedOffAfterFirstRow() });
  const answer = await withdrawAs({ app }, user);
  jest.useRealTimers();
  expect([answer.status, answer.body]).toMatchObject([201, { data: { status: 'COMPLETED', netAmount: 99 } }]);
});

/** Readers of users; the withdrawal ends after it was read for the first time. */
const workedOffAfterFirstRow = (): HttpDeps['userReader'] => {
  let isFound = false;
  return (scope) => {
    const reader = world.deps.userReader(scope);
    const query: UserReader['query'] = async <R>(text: string, values: readonly unknown[]) => {
      const rows = await reader.query<R>(text, values);
      if (isFound || rows.length === 0 || !text.includes('withdrawals')) return rows;
      isFound = true;
      await workOff(world);
      return rows;
    };
    return { ...reader, query };
  };
};

it.each([
  'REDEMPTION_REVERTED',
  'REDEMPTION_DROPPED',
  'REDEMPTION_REFUSED',
])('%s: fails, releases the reservation and pays nothing', async (scenario) => {
  const { withdrawId } = await asked({ amount: 500 }, { 'X-Sandbox-Scenario': scenario });
  await workOff(world);
  expect(await readAs(world, user, withdrawId)).toMatchObject({ status: 'FAILED', reasonCode: expect.any(String) });
  expect(await typesOfWallet()).toEqual(['BalanceReserved', 'BalanceCaptured', 'BalanceReleased']);
  expect(await typesOf(world.eventStore, `withdrawal-${withdrawId}`)).not.toContain('PayoutRequested');
  expect((await withdrawAs(world, user, { amount: 500 })).status).toBe(201);
});

it.each([
  'REDEMPTION_UNANSWERED',
  'REDEMPTION_STUCK',
])('%s: waits until the debit is known, and then completes', async (scenario) => {
  const { withdrawId } = await asked({ amount: 500 }, { 'X-Sandbox-Scenario': scenario });
  await workOff(world);
  if (scenario === 'REDEMPTION_STUCK') {
    expect(await readAs(world, user, withdrawId)).toMatchObject({ status: 'PROCESSING' });
    expect((await withdrawAs(world, user)).status).toBe(422);
    world.clock.advance(3_600_000);
    await workOff(world);
    const claims = { pubkey: user.pubkey, uid: user.userId, partnerId: partner.partnerId, mode: partner.mode };
    user = { ...user, token: await world.deps.tokens.v1.sign(claims, 3_600) };
  }
  expect(await readAs(world, user, withdrawId)).toMatchObject({ status: 'COMPLETED' });
});

it('accepts 3 of 20 simultaneous withdrawals when the balance covers 3', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => withdrawAs(world, user, { amount: 150 })));
  const counted = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([counted(201), counted(422)]).toEqual([3, 17]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({
    code: 'INSUFFICIENT_PEGGED_BALANCE',
    error: expect.stringContaining('balance'),
  });
});

it('is listed newest first, for its user and for the partner', async () => {
  const ids: string[] = [];
  for (const amount of [10, 20, 30]) {
    ids.unshift((await asked({ amount })).withdrawId);
    world.clock.advance(1_000);
  }
  await world.project();
  const list = async (path: string, token: string) => {
    const answer = await request(world.app).get(path).set('Authorization', `Bearer ${token}`);
    return answer.body as { data: (WithdrawAnswer & { kind?: string })[]; meta: { nextCursor: string | null } };
  };
  const page = await list('/api/v1/cashout/withdrawals?limit=2', user.token);
  expect(page.data.map(({ withdrawId }) => withdrawId)).toEqual(ids.slice(0, 2));
  const rest = await list(`/api/v1/cashout/withdrawals?limit=2&cursor=${page.meta.nextCursor}`, user.token);
  expect([rest.data.map(({ withdrawId }) => withdrawId), rest.meta]).toEqual([
    ids.slice(2),
    { nextCursor: null, hasMore: false },
  ]);
  const payments = await list('/api/v1/partners/me/payments?kind=WITHDRAW', partner.apiKey);
  expect(payments.data.map(({ withdrawId, kind }) => [withdrawId, kind])).toEqual(ids.map((id) => [id, 'WITHDRAW']));
});
