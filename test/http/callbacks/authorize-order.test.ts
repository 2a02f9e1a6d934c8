import request from 'supertest';
import { asaasSource } from '../../../infra/providers/asaas/callbacks';
import { expectProblem } from '../expect-problem';
import { type Listening, listen } from '../over-socket';
import { createWorld, type HttpWorld } from '../world';

type Authorize = HttpWorld['deps']['callbacks']['authorize'];

const BANK_TOKEN = 'a token of the bank';

let [world, http, authorize] = [] as unknown as [HttpWorld, Listening, Authorize];
beforeAll(async () => {
  world = await createWorld();
  const door = {
    sources: [asaasSource('asaas', BANK_TOKEN)],
    authorize: (...asked: Parameters<Authorize>) => authorize(...asked),
  };
  http = await listen(world.appWith({ callbacks: { ...world.deps.callbacks, ...door } }));
});
afterAll(async () => {
  http.close();
  await world.close();
});

describe('the question of a bank before it pays', () => {
  const path = '/webhooks/bank/asaas/authorize';
  const transfer = { id: 'tr_1', status: 'PENDING', value: 12.34, externalReference: 'key1' };
  const question = JSON.stringify({ type: 'TRANSFER', transfer });
  const asked = (body: string, token = BANK_TOKEN) =>
    request(http.server).post(path).set({ 'asaas-access-token': token, 'content-type': 'application/json' }).send(body);

  test('approves an order that the log has dispatched, and stores no callback', async () => {
    const seen: unknown[] = [];
    authorize = async (...each) => seen.push(each) > 0;
    const answer = await asked(question);
    expect([answer.status, answer.body]).toEqual([200, { status: 'APPROVED' }]);
    expect(seen).toEqual([['asaas', { key: 'key1', kind: 'PIX_KEY', providerId: 'tr_1', amount: 1_234n }]]);
    expect((await world.pool.query('SELECT FROM lastro.callbacks')).rowCount).toBe(0);
  });

  test.each<[string, string, Authorize]>([
    ['is not dispatched', question, async () => false],
    ['cannot be read', '<html>', async () => true],
    ['is of another type', JSON.stringify({ type: 'RECHARGE', transfer }), async () => true],
    ['cannot be looked up', question, () => Promise.reject(new Error('away'))],
    ['cannot be looked up in time', question, () => new Promise(() => undefined)],
  ])('refuses an order that %s', async (_what, body, answer) => {
    authorize = answer;
    expect((await asked(body)).body).toMatchObject({ status: 'REFUSED' });
  });

  test('answers no caller without the token', async () => {
    authorize = async () => true;
    expectProblem(await asked(question, 'another token'), 401, 'UNAUTHORIZED');
  });
});
