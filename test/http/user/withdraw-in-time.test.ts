import { createService } from '../../../src/service';
import { expectProblem } from '../expect-problem';
import { createWorld, type HttpWorld, type User } from '../world';
import { withdrawAs, withdrawer } from './withdrawing';

let world: HttpWorld;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  ({ user } = await withdrawer(world));
});
afterAll(() => world.close());

/** The service with a node and a bank that first do this when they are asked. */
const appWhere = (asked: { readonly node: () => Promise<void>; readonly bank: () => Promise<void> }) => {
  const { redemptions, payoutProviders } = world.ports;
  const redemption = redemptions.choose('sandbox', null);
  const provider = payoutProviders.choose('sandbox', 'PIX_KEY');
  if (redemption === null || provider === null) throw new Error('the world has both');
  const readBalance: typeof redemption.readBalance = async (...question) => {
    await asked.node();
    return redemption.readBalance(...question);
  };
  const resolveKey: typeof provider.resolveKey = async (...question) => {
    await asked.bank();
    return provider.resolveKey(...question);
  };
  const service = createService({
    ...world.ports,
    redemptions: { ...redemptions, choose: () => ({ ...redemption, readBalance }) },
    payoutProviders: { ...payoutProviders, choose: () => ({ ...provider, resolveKey }) },
  });
  return world.appWith({ requestWithdrawal: service.requestWithdrawal });
};

it('a call that was held up for too long begins nothing', async () => {
  const { requestWithdrawal } = world.service;
  const app = world.appWith({
    requestWithdrawal: (asked, context) => {
      world.clock.advance(8_001);
      return requestWithdrawal(asked, context);
    },
  });
  expectProblem(await withdrawAs({ app }, user), 503, 'SERVICE_UNAVAILABLE');
});

it('node and bank are asked at the same time', async () => {
  let askedOfNode = (): void => undefined;
  let askedOfBank = (): void => undefined;
  const node = new Promise<void>((resolve) => {
    askedOfNode = resolve;
  });
  const bank = new Promise<void>((resolve) => {
    askedOfBank = resolve;
  });
  const app = appWhere({
    node: async () => {
      askedOfNode();
      await bank;
    },
    bank: async () => {
      askedOfBank();
      await node;
    },
  });
  expect((await withdrawAs({ app }, user)).status).toBe(201);
});

describe('a repetition whose first answer was lost', () => {
  const asKey = (key: string) => ({ 'Idempotency-Key': key });
  const forget = () => world.pool.query('DELETE FROM lastro.idempotency_keys');
  const away = () => Promise.reject(new Error('nobody is asked again'));

  it('answers the withdrawal that goes on, whatever would be refused today', async () => {
    const first = await withdrawAs(world, user, { amount: 7 }, asKey('lost'));
    expect(first.status).toBe(201);
    await forget();
    const again = await withdrawAs({ app: appWhere({ node: away, bank: away }) }, user, { amount: 7 }, asKey('lost'));
    expect(again.status).toBe(201);
    expect(again.body.data.withdrawId).toBe(first.body.data.withdrawId);
  });

  it('runs where nothing was begun', async () => {
    const failing = { app: appWhere({ node: away, bank: away }) };
    expect((await withdrawAs(failing, user, { amount: 8 }, asKey('none'))).status).toBe(500);
    expect((await withdrawAs(world, user, { amount: 8 }, asKey('none'))).status).toBe(201);
  });
});
