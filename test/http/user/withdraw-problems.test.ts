import request from 'supertest';
import type { Price } from '../../../commands/ports/providers/price-feed';
import type { Result } from '../../../commands/ports/providers/result';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { createService } from '../../../src/service';
import { NO_LIMITS } from '../../doubles/limits';
import { expectProblem } from '../expect-problem';
import { createWorld, type HttpWorld, type Partner, type User } from '../world';
import { credit, readAs, setFeature, WITHDRAW, withdrawAs, withdrawer } from './withdrawing';

let world: HttpWorld;
let partner: Partner;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  ({ partner, user } = await withdrawer(world));
});
afterAll(() => world.close());

const ask = (differences: object, headers: Readonly<Record<string, string>> = {}) =>
  withdrawAs(world, user, differences, headers);

it("refuses another wallet than the user's, with any balance", async () => {
  const { user: other } = await withdrawer(world);
  expectProblem(await ask({ walletAddress: other.pubkey }), 403, 'WALLET_MISMATCH');
  expectProblem(await ask({ walletAddress: 'GABC1234567890' }), 403, 'WALLET_MISMATCH');
});

describe('INSUFFICIENT_PEGGED_BALANCE', () => {
  const emptied = async (amount: string, allowance?: string) => {
    const poor = await world.user(partner);
    await credit(world, partner, { pubkey: poor.pubkey, amount, ...(allowance === undefined ? {} : { allowance }) });
    return poor;
  };

  it.each([
    ['a balance below the amount', '99.99', '1000', 'balance'],
    ['an allowance below the amount', '1000', '99.99', 'allowance'],
    ['an allowance of 0', '1000', '0', 'allowance'],
    ['an allowance that was never given', '1000', undefined, 'allowance'],
  ])('names %s', async (_what, amount, allowance, said) => {
    const refused = await withdrawAs(world, await emptied(amount, allowance));
    expectProblem(refused, 422, 'INSUFFICIENT_PEGGED_BALANCE');
    expect((refused.body as { error: string }).error).toContain(said);
  });

  it('is answered for a balance that is not final yet', async () => {
    const hasty = await world.user(partner);
    await credit(world, partner, { pubkey: hasty.pubkey, amount: '1000', allowance: '1000' });
    world.clock.advance(-5_000);
    expectProblem(await withdrawAs(world, hasty), 422, 'INSUFFICIENT_PEGGED_BALANCE');
    world.clock.advance(5_000);
    expect((await withdrawAs(world, hasty)).status).toBe(201);
  });
});

it('checks the feature before the body, and lets earlier withdrawals be read', async () => {
  const { withdrawId } = ((await ask({ amount: 5 })).body as { data: { withdrawId: string } }).data;
  await setFeature(world, partner, false);
  expectProblem(await ask({}), 403, 'FEATURE_DISABLED');
  expectProblem(await ask({ amount: undefined }), 403, 'FEATURE_DISABLED');
  expect(await readAs(world, user, withdrawId)).toMatchObject({ withdrawId });
  await setFeature(world, partner, true);
  expect((await ask({ amount: 5 })).status).toBe(201);
});

it('answers WITHDRAW_NOT_FOUND for an unknown, a foreign and a malformed id', async () => {
  const { withdrawId } = ((await ask({ amount: 5 })).body as { data: { withdrawId: string } }).data;
  const { user: other } = await withdrawer(world);
  for (const [id, { token }] of [
    ['0f8fad5b-d9cb-469f-a165-70867728950e', user],
    [withdrawId, other],
    ['peggedBalance-1', user],
  ] as const) {
    const answer = await request(world.app).get(`${WITHDRAW}/${id}`).set('Authorization', `Bearer ${token}`);
    expectProblem(answer, 404, 'WITHDRAW_NOT_FOUND');
  }
});

it('is refused with an alert and without a price while the market price leaves the peg', async () => {
  const appWhere = (price: () => Promise<Result<Price>>, alerts: unknown[] = []) => {
    const sandbox = { name: 'market', mode: 'sandbox', price } as const;
    const alert = (...told: unknown[]) => void alerts.push(told);
    const service = createService({ ...world.ports, alert, priceFeeds: { ...world.ports.priceFeeds, sandbox } });
    return world.appWith({ requestWithdrawal: service.requestWithdrawal });
  };
  const at = async (sell: string, buy: string) => ({
    ok: true as const,
    value: { symbol: 'BRLS', pair: 'BRLS/BRL', sell, buy, asOf: world.clock.iso(), sources: ['market'] },
  });
  const alerts: unknown[] = [];
  for (const [sell, buy] of [
    ['0.99', '0.999'],
    ['1.005', '1.0051'],
    ['lots', '1'],
  ] as const) {
    expectProblem(await withdrawAs({ app: appWhere(() => at(sell, buy), alerts) }, user), 502, 'PROVIDER_FAILURE');
  }
  const [says, about] = [expect.stringContaining('is not one real'), expect.objectContaining({ mode: 'sandbox' })];
  expect(alerts).toEqual([
    [says, about],
    [says, about],
    [says, about],
  ]);
  const away = { ok: false, kind: 'UNAVAILABLE', code: 'TIMEOUT', provider: 'market', message: 'no answer' } as const;
  expectProblem(await withdrawAs({ app: appWhere(async () => away) }, user), 502, 'PROVIDER_FAILURE');
  expect((await withdrawAs({ app: appWhere(() => at('0.996', '1.004')) }, user, { amount: 5 })).status).toBe(201);
});

it('counts withdrawals in their own limit alone, five a minute', async () => {
  const limits = createRateLimits({ ...NO_LIMITS, withdraw: 5, cashoutPost: 1 });
  const app = world.appWith({ limits });
  const statuses: number[] = [];
  for (let calls = 0; calls < 6; calls += 1) statuses.push((await withdrawAs({ app }, user, { amount: 0 })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});
