import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { systemContext } from '../../../../commands/handling/context';
import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { waitingPayout } from '../../../http/sandbox/waiting-payout';
import { httpSuite } from '../../../http/suite';
import { workOff } from '../../../http/user/pay-on-chain';
import type { Partner } from '../../../http/world';

const SANDBOX = '/api/v1/sandbox';

const suite = httpSuite({ fresh: true });

const post = (path: string, body: object = {}, owner: Pick<Partner, 'apiKey'> = suite.partner) =>
  request(suite.world.app)
    .post(`${SANDBOX}${path}`)
    .set({ Authorization: `Bearer ${owner.apiKey}` })
    .send(body);

const asUser = (method: 'get' | 'post', path: string) =>
  request(suite.world.app)
    [method](`/api/v1/cashout/${path}`)
    .set({ Authorization: `Bearer ${suite.user.token}` });

const statusOf = async (intentId: string): Promise<string> => {
  await workOff(suite.world);
  return (await asUser('get', `intent/${intentId}`)).body.data.status as string;
};

/** As the bank calls after each decision; here nothing sends it over HTTP. */
const callBack = async (intentId: string, eventId: string): Promise<void> => {
  const { rows } = await suite.world.pool.query<{ provider_key: string }>(
    'SELECT provider_key FROM lastro.payouts WHERE stream = $1',
    [`cashout-${intentId}`],
  );
  const hints = rows.map(({ provider_key: key }) => ({ kind: 'payout', key }) as const);
  const receivedAtMs = suite.world.clock.now();
  await suite.world.ports.callbackInbox.store(
    { source: 'bank/sandbox', eventId, hints, receivedAtMs },
    Buffer.from('{}'),
  );
};

describe('a live credential', () => {
  const routes = [
    '/payouts/x/settle',
    '/payouts/x/reject',
    '/payouts/x/return',
    '/kyc/sessions/x/decide',
    '/charges/x/pay',
    '/deliveries/x/decide',
    '/disputes/x/decide',
    '/advance',
    '/reset',
    '/webhooks/x/replay',
    '/deposits',
    '/wallets/0x1/credit',
  ];

  test.each(routes)('gets the same 404 at %s as at an unknown path, with any body', async (path) => {
    const live = await suite.world.partner('live');
    const answers = [
      await post(path, {}, live),
      await post(path, { hello: 1 }, live),
      await post('/nothing', {}, live),
    ];
    for (const answer of answers) expectProblem(answer, 404, 'NOT_FOUND');
    expect(answers.map(({ body }) => (body as { readonly error: string }).error)).toEqual(Array(3).fill('Not found'));
  });

  test('gets no redirect from the path without a version', async () => {
    const answer = await request(suite.world.app)
      .post('/api/sandbox/reset')
      .set({ Authorization: `Bearer ${suite.partner.apiKey}` });
    expect(answer.status).toBe(404);
  });
});

describe('advance', () => {
  test('moves the simulated time of its caller alone, and adds the seconds of each call', async () => {
    expect((await post('/advance', { seconds: 60 })).body.data).toEqual({ aheadSeconds: 60 });
    expect((await post('/advance', { seconds: 1 })).body.data).toEqual({ aheadSeconds: 61 });
    expect((await post('/advance', { seconds: 5 }, await suite.world.partner())).body.data).toEqual({
      aheadSeconds: 5,
    });
    expect((await post('/reset')).body.data).toEqual({ resetAt: suite.world.clock.iso() });
    expect((await post('/advance', { seconds: 2 })).body.data).toEqual({ aheadSeconds: 2 });
  });

  test.each([0, -1, 1.5, 31_536_001, '60', null])('by %j is refused', async (seconds) => {
    expectInvalid(await post('/advance', { seconds }), ['seconds']);
  });
});

describe('payouts', () => {
  test('a waiting payout is settled by the partner, and is then returned in parts', async () => {
    const id = await waitingPayout(suite.world, suite.user);
    expect(await statusOf(id)).toBe('PROCESSING');
    const shown = { id, amount: 30 };
    expect((await post(`/payouts/${id}/return`)).body.code).toBe('WRONG_STATE');
    expect((await post(`/payouts/${id}/settle`)).body.data).toEqual({ ...shown, state: 'SETTLED', returnedAmount: 0 });
    expect(await statusOf(id)).toBe('COMPLETED');
    expectProblem(await post(`/payouts/${id}/reject`), 409, 'WRONG_STATE');
    const part = await post(`/payouts/${id}/return`, { amount: 10.5 });
    expect(part.body.data).toEqual({ ...shown, state: 'SETTLED', returnedAmount: 10.5 });
    expectInvalid(await post(`/payouts/${id}/return`, { amount: 19.51 }), ['amount']);
    await callBack(id, 'part');
    await workOff(suite.world);
    const rest = await post(`/payouts/${id}/return`);
    expect(rest.body.data).toEqual({ ...shown, state: 'RETURNED', returnedAmount: 30 });
    await callBack(id, 'rest');
    expect(await statusOf(id)).toBe('COMPLETED');
    const returned = (await suite.world.eventStore.readStream(`cashout-${id}`)).filter(
      ({ type }) => type === 'PayoutReturned',
    );
    expect(returned.map(({ data }) => (data as { readonly amountCents: string }).amountCents)).toEqual([
      '1050',
      '1950',
    ]);
  });

  test('a waiting payout is rejected with a reason, and the payment fails with it', async () => {
    const id = await waitingPayout(suite.world, suite.user);
    const rejected = await post(`/payouts/${id}/reject`, { code: 'ACCOUNT_CLOSED' });
    expect(rejected.body.data).toMatchObject({ state: 'FAILED' });
    expect(await statusOf(id)).toBe('FAILED');
    expect((await asUser('get', `intent/${id}`)).body.data.reasonCode).toBe('ACCOUNT_CLOSED');
  });

  test('a payout that a reset deleted is sent again after ten minutes and waits for a decision', async () => {
    const id = await waitingPayout(suite.world, suite.user);
    await post('/reset');
    expectProblem(await post(`/payouts/${id}/settle`), 409, 'WRONG_STATE');
    suite.world.clock.advance(600_000);
    await workOff(suite.world);
    suite.world.clock.advance(600_000);
    expect(await statusOf(id)).toBe('PROCESSING');
    expect((await post(`/payouts/${id}/settle`)).status).toBe(200);
    expect(await statusOf(id)).toBe('COMPLETED');
  });

  test('a decision writes no event itself', async () => {
    const id = await waitingPayout(suite.world, suite.user);
    const events = await suite.world.eventCount();
    await post(`/payouts/${id}/settle`);
    expect(await suite.world.eventCount()).toBe(events);
  });

  test.each([
    ['reject', { code: 'TIMEOUT' }, 'code'],
    ['reject', { reason: 'x' }, 'reason'],
    ['return', { amount: 0 }, 'amount'],
    ['return', { amount: 1.005 }, 'amount'],
    ['settle', { now: true }, 'now'],
  ])('%s with %j is refused', async (what, body, field) => {
    expectInvalid(await post(`/payouts/x/${what}`, body), [field]);
  });
});

test('replay sends a webhook again, like the route of deliveries', async () => {
  const owner = { partnerId: suite.partner.partnerId, mode: suite.partner.mode };
  const context = { ...systemContext('test', randomUUID(), 'test'), ...owner };
  const { deliveryId } = await suite.world.service.requestWebhookTest(owner, context);
  await suite.world.project();
  expectProblem(await post(`/webhooks/${deliveryId}/replay`), 404, 'NOT_FOUND');
  await request(suite.world.app)
    .post('/api/v1/partners/me/webhook-config')
    .set({ Authorization: `Bearer ${suite.partner.apiKey}` })
    .send({ url: 'https://partner.example/' });
  const again = await post(`/webhooks/${deliveryId}/replay`);
  expect([again.status, again.body.data]).toMatchObject([200, { deliveryId, status: 'PENDING', replays: 1 }]);
  expectProblem(await post(`/webhooks/${deliveryId}/replay`, {}, await suite.world.partner()), 404, 'NOT_FOUND');
});
