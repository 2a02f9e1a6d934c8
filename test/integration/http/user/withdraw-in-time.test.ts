import type { Express } from 'express';
import { SIMULATED_NETWORK } from '../../../../aggregates/chain';
import { withdrawal } from '../../../../aggregates/withdrawal/withdrawal';
import { systemContext } from '../../../../commands/handling/context';
import { balanceIdOf } from '../../../../commands/handling/deterministic-ids';
import { handle } from '../../../../commands/handling/handle';
import type { EventStore } from '../../../../commands/ports/event-store';
import { createService } from '../../../../src/service';
import { typesOf } from '../../../core';
import { expectProblem } from '../../../http/expect-problem';
import { workOff } from '../../../http/user/pay-on-chain';
import { readAs, withdrawAs, withdrawer } from '../../../http/user/withdrawing';
import { createWorld, type HttpWorld, type User } from '../../../http/world';

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
  const provider = payoutProviders.choose('sandbox', { kind: 'PIX_KEY' });
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

it('starts nothing when the call was delayed for too long', async () => {
  const { requestWithdrawal } = world.service;
  const app = world.appWith({
    requestWithdrawal: (asked, context) => {
      world.clock.advance(8_001);
      return requestWithdrawal(asked, context);
    },
  });
  expectProblem(await withdrawAs({ app }, user), 503, 'SERVICE_UNAVAILABLE');
});

it('asks node and bank at the same time', async () => {
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

  it('answers the running withdrawal, even when a new one would be refused now', async () => {
    const first = await withdrawAs(world, user, { amount: 7 }, asKey('lost'));
    expect(first.status).toBe(201);
    await forget();
    const again = await withdrawAs({ app: appWhere({ node: away, bank: away }) }, user, { amount: 7 }, asKey('lost'));
    expect(again.status).toBe(201);
    expect(again.body.data.withdrawId).toBe(first.body.data.withdrawId);
  });

  it('starts a withdrawal when the first call started none', async () => {
    const failing = { app: appWhere({ node: away, bank: away }) };
    expect((await withdrawAs(failing, user, { amount: 8 }, asKey('none'))).status).toBe(500);
    expect((await withdrawAs(world, user, { amount: 8 }, asKey('none'))).status).toBe(201);
  });
});

describe('a repetition of a reservation that came too late', () => {
  const TOO_LATE_MS = 8_000;
  const ABANDONED_MS = 120_000;
  const ALL = { amount: 500 };

  /** Reserves the whole of a wallet, and gets 503. */
  const promisedTooLate = async () => {
    const { user: owner, partner } = await withdrawer(world);
    const wallet = { network: SIMULATED_NETWORK, wallet: owner.pubkey, partnerId: partner.partnerId };
    const stream = `peggedBalance-${balanceIdOf(wallet)}`;
    const append: EventStore['append'] = (...asked) => {
      if (asked[0] === stream) world.clock.advance(TOO_LATE_MS);
      return world.eventStore.append(...asked);
    };
    const { requestWithdrawal } = createService({ ...world.ports, eventStore: { ...world.eventStore, append } });
    const ask = (app: Express = world.app) => withdrawAs({ app }, owner, ALL, { 'Idempotency-Key': 'late' });
    expectProblem(await ask(world.appWith({ requestWithdrawal })), 503, 'SERVICE_UNAVAILABLE');
    return { owner, stream, ask };
  };

  it('uses that reservation while it exists', async () => {
    const { stream, ask } = await promisedTooLate();
    expect((await ask()).status).toBe(201);
    expect(await typesOf(world.eventStore, stream)).toEqual(['BalanceReserved']);
  });

  it('starts a new withdrawal after the release, and answers the same one afterwards', async () => {
    const { owner, stream, ask } = await promisedTooLate();
    world.clock.advance(ABANDONED_MS);
    await workOff(world);
    expect(await typesOf(world.eventStore, stream)).toEqual(['BalanceReserved', 'BalanceReleased']);
    const answer = await ask();
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    await world.pool.query('DELETE FROM lastro.idempotency_keys');
    const { withdrawId } = (answer.body as { data: { withdrawId: string } }).data;
    expect((await ask()).body.data.withdrawId).toBe(withdrawId);
    await workOff(world);
    expect(await readAs(world, owner, withdrawId)).toMatchObject({ status: 'COMPLETED', amount: 500 });
    const [, , ...ofSecond] = await typesOf(world.eventStore, stream);
    expect(ofSecond).toEqual(['BalanceReserved', 'BalanceCaptured', 'PeggedDebitSettled']);
  });

  it('starts a new withdrawal once the abandoned reservation was released', async () => {
    const { stream, ask } = await promisedTooLate();
    const [reserved] = await world.eventStore.readStream(stream);
    const { withdrawId } = reserved?.data as { withdrawId: string };
    await handle(world.ports, withdrawal, {
      ...{ id: withdrawId, context: systemContext('test', world.deps.ids.uuid(), 'test') },
      command: { type: 'AbandonWithdrawal', withdrawId, now: world.clock.iso() },
    });
    expectProblem(await ask(), 503, 'SERVICE_UNAVAILABLE');
    world.clock.advance(ABANDONED_MS);
    await workOff(world);
    expect((await ask()).status).toBe(201);
  });
});
