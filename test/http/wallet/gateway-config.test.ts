import type { Express } from 'express';
import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import type { PeggedRedemption } from '../../../commands/ports/providers/pegged-redemption';
import { SIMULATED_BRL } from '../../../infra/chains/simulated/network';
import { createRateLimits } from '../../../infra/http/rate-limits';
import { peggedRedemptionsOf } from '../../../infra/providers/providers';
import { peggedWithdraw } from '../../../src/reads/pegged-withdraw';
import { NO_LIMITS } from '../../doubles/limits';
import { createWorld, type HttpWorld, type Partner } from '../world';

const PATH = '/api/assets/gateway-config';

let world: HttpWorld;
let simulated: PeggedRedemption;
/** Production, where A and B have a spender each, and C has none. */
let app: Express;
let [a, b, c] = [] as unknown as [Partner, Partner, Partner];

beforeAll(async () => {
  world = await createWorld();
  const chosen = world.ports.redemptions.choose('sandbox', null);
  if (chosen === null) throw new Error('the world has a redemption');
  simulated = chosen;
  [a, b, c] = [await world.partner('live'), await world.partner('live'), await world.partner('live')];
  app = world.appWith({ instance: { mode: 'live' }, peggedWithdraw: overSpenders() });
});
afterAll(() => world.close());

const spenderOf = ({ partnerId }: Partner): string => `spender of ${partnerId}`;

const overSpenders = () => {
  const live = [a, b].map((partner): PeggedRedemption => {
    const { partnerId } = partner;
    return { ...simulated, name: partnerId, mode: 'live', network: 'base', partnerId, spender: spenderOf(partner) };
  });
  return peggedWithdraw({ redemptions: peggedRedemptionsOf([...live, simulated], world.clock) });
};

const ask = async (authorization?: string, over = app) => {
  const asked = request(over).get(PATH);
  const answer = await (authorization === undefined ? asked : asked.set('Authorization', authorization));
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return (answer.body as { data: { peggedWithdraw?: object; catalog: { networks: { mode: string }[] } } }).data;
};

const told = async (authorization?: string) => (await ask(authorization)).peggedWithdraw;

const ofNetwork = { network: 'base', assetId: SIMULATED_BRL };

it('hides the spender of a partner without its credential', async () => {
  expect(await told()).toBeUndefined();
});

it('shows a partner and its users their own spender, and no other', async () => {
  for (const partner of [a, b]) {
    const own = { ...ofNetwork, spender: spenderOf(partner) };
    expect(await told(`Bearer ${partner.apiKey}`)).toEqual(own);
    expect(await told(`Bearer ${(await world.user(partner)).token}`)).toEqual(own);
  }
});

it('shows no spender to a partner without one, nor to its users', async () => {
  expect(await told(`Bearer ${c.apiKey}`)).toBeUndefined();
  expect(await told(`Bearer ${(await world.user(c)).token}`)).toBeUndefined();
});

it('shows sandbox credentials the simulated spender, also on a production instance', async () => {
  const { network, assetId, spender } = simulated;
  const partner = await world.partner('sandbox');
  for (const credential of [partner.apiKey, (await world.user(partner)).token]) {
    const answer = await ask(`Bearer ${credential}`);
    expect(answer.peggedWithdraw).toEqual({ network, assetId, spender });
    expect(new Set(answer.catalog.networks.map(({ mode }) => mode))).toEqual(new Set(['sandbox']));
  }
  expect((await ask()).catalog.networks).toEqual([]);
});

describe('the public answer to a refused credential', () => {
  it.each([
    ['a key that nobody has', () => `Bearer sk_live_${'0'.repeat(64)}`],
    ['a token that is none', () => 'Bearer a.b.c'],
    ['a credential of another kind', () => 'Basic YTpi'],
    ['a signature that is none', () => 'HMAC-SHA256 partnerId=x'],
    ['a wallet’s token', async () => `Bearer ${(await world.user(a)).walletToken}`],
  ])('%s', async (_what, authorization) => {
    expect(await ask(await authorization())).toEqual(await ask());
  });

  it('comes after the suspension of the partner', async () => {
    const { partnerId } = b;
    const context = () => systemContext('test', world.deps.ids.uuid(), 'test');
    const { service, project } = world;
    await service.changePartnerStanding({ partnerId, change: 'SuspendPartner', reason: 'test' }, context());
    await project();
    expect(await ask(`Bearer ${b.apiKey}`)).toEqual(await ask());
  });
});

it('counts wrong credentials as elsewhere, and accepts a valid one', async () => {
  const { deps } = world;
  const limits = createRateLimits({ ...NO_LIMITS, authFailure: 1 });
  const limited = world.appWith({ instance: { mode: 'live' }, peggedWithdraw: overSpenders(), limits });
  const statuses: number[] = [];
  for (const token of [deps.ids.uuid(), deps.ids.uuid()]) {
    statuses.push((await request(limited).get(PATH).set('Authorization', `Bearer ${token}`)).status);
  }
  expect(statuses).toEqual([200, 429]);
  expect((await ask(`Bearer ${a.apiKey}`, limited)).peggedWithdraw).toMatchObject({ spender: spenderOf(a) });
});

it('counts no token of a wallet as a wrong credential, at any rate', async () => {
  const { walletToken } = await world.user(a);
  const limits = createRateLimits({ ...NO_LIMITS, authFailure: 1 });
  const limited = world.appWith({ instance: { mode: 'live' }, peggedWithdraw: overSpenders(), limits });
  for (let asked = 0; asked < 3; asked += 1)
    expect(await ask(`Bearer ${walletToken}`, limited)).toEqual(await ask(undefined, limited));
});
