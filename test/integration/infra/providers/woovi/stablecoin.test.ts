import { noteDelivery } from '../../../../../commands/cashin/delivery/note-delivery';
import type { DeliveryOrder } from '../../../../../commands/ports/providers/crypto-delivery';
import { describeCryptoDelivery } from '../../../../../packages/testing/src/contracts';
import { freshKey, mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { callAt } from '../../../../infra/providers/bank-world';
import fc, { runsAtCost } from '../../../../properties';
import { FAULTS } from '../../../../providers/certainty';
import { changed, changes } from '../../../../providers/changed-answers';
import { hashOf } from '../../../../providers/woovi-stablecoin';
import { openWorld, SOLD, type World } from './stablecoin-world';

describeCryptoDelivery('woovi-stablecoin', {
  open: openWorld,
  faults: {
    settle: ({ clock }) => clock.advance(2_000),
    loseAnswer: ({ server }) => server.arm('RESET_AFTER', 'POST /api/v1/stablecoin/deposit/approve'),
    fail: ({ books }) => {
      for (const deposit of books.deposits.values()) deposit.hasFailed = true;
    },
    belowMinimum: ({ books }) => {
      books.rate = 15_000 / 100 / 26.999999;
    },
    unlistedStatus: ({ server }) => server.arm('UNKNOWN_STATUS', 'GET'),
  },
  books: 'ACCOUNT',
});

describe('deposits of stablecoins at Woovi', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld();
  });
  afterEach(() => world.close());

  const call = (withinMs = 10_000) => ({ ...callAt(world.clock), deadlineMs: world.clock.now() + withinMs });
  const orderOf = (changes: Partial<DeliveryOrder> = {}): DeliveryOrder => {
    const notAfter = new Date(world.clock.now() + 15_000).toISOString();
    return { ...SOLD, idempotencyKey: freshKey(), brlCents: 15_000n, notAfter, ...changes };
  };
  const prepared = async (order: DeliveryOrder) => mustSucceed(await world.provider.prepare(call(), order)).prepared;
  const broadcast = ({ idempotencyKey }: DeliveryOrder, bytes: string, withinMs?: number) =>
    world.provider.broadcast(call(withinMs), idempotencyKey, bytes);
  const get = ({ idempotencyKey }: DeliveryOrder, txId: string | null = null, withinMs?: number) =>
    world.provider.get(call(withinMs), idempotencyKey, txId);
  const sentOf = ({ idempotencyKey }: DeliveryOrder) =>
    world.books.sent.filter(({ correlationId }) => correlationId === idempotencyKey);
  const approvals = () => world.server.served.filter(({ path }) => path.endsWith('/approve')).length;

  test('serves the coins of its documents on the networks of the catalog', () => {
    const served = [
      ['polygon', 304],
      ['base', 502],
      ['base', 503],
      ['bsc', 402],
    ] as const;
    expect(served.map(([network, assetId]) => world.provider.serves({ network, assetId }))).toEqual([
      ...[true, true, false, false],
    ]);
  });

  test('buys coins for the centavos of the order, for the wallet of the order', async () => {
    const order = orderOf();
    await broadcast(order, await prepared(order));
    world.clock.advance(2_000);
    const { told, id } = world.books.deposits.get(order.idempotencyKey)!;
    expect(told).toEqual({
      ...{ value: 15_000, currency: 'USDT', network: 'POLYGON' },
      ...{ correlationId: order.idempotencyKey, destinationWalletAddress: SOLD.destination },
    });
    const amount = BigInt(Math.round(sentOf(order)[0]!.outputAmount * 1_000_000));
    expect(await get(order)).toMatchObject({
      ok: true,
      value: { state: 'CONFIRMED', txId: hashOf(id), amount, debited: 15_000n, providerId: id },
    });
  });

  test('takes the transaction of a completed deposit from its callback, or leaves it unknown', async () => {
    world.books.showsHash = false;
    const order = orderOf();
    await broadcast(order, await prepared(order));
    const { id } = world.books.deposits.get(order.idempotencyKey)!;
    const note = (told: string) =>
      noteDelivery(world)({ provider: 'woovi', providerKey: `${order.idempotencyKey}:${told}` });
    world.clock.advance(2_000);
    expect(await get(order)).toMatchObject({ ok: true, value: { state: 'BROADCAST' } });
    world.clock.advance(898_000);
    for (const told of [`${'f'.repeat(id.length)}:${hashOf(id)}`, `${id}:nonsense`, id]) {
      await note(told);
      expect(await get(order)).toMatchObject({ kind: 'UNKNOWN', code: 'PROTOCOL' });
    }
    expect(await get(order, '0x5')).toMatchObject({ ok: true, value: { state: 'CONFIRMED', txId: '0x5' } });
    await note(`${id}:${hashOf(id)}`);
    expect(await get(order)).toMatchObject({ ok: true, value: { state: 'CONFIRMED', txId: hashOf(id) } });
  });

  test('asks for one deposit after a lost answer, and approves it for a minute at most', async () => {
    const order = orderOf({ notAfter: new Date(world.clock.now() + 300_000).toISOString() });
    world.server.arm('RESET_AFTER', 'POST /api/v1/stablecoin/deposit$');
    expect(await world.provider.prepare(call(), order)).toMatchObject({ kind: 'UNAVAILABLE' });
    const bytes = await prepared(order);
    expect(world.server.served.filter(({ path }) => path.endsWith('/deposit'))).toHaveLength(1);
    world.clock.advance(60_000);
    expect(await broadcast(order, bytes)).toMatchObject({ kind: 'RETRYABLE', code: 'UNAPPROVED' });
    expect(approvals()).toBe(0);
  });

  test.each([
    ['its expiration', 5_000, 5_000],
    ['notAfter', 300_000, 15_000],
  ])('approves no deposit after %s, and ends it when no approval is on its way', async (_when, expiresInMs, endMs) => {
    world.books.expiresInMs = expiresInMs;
    const order = orderOf();
    const bytes = await prepared(order);
    world.clock.advance(endMs);
    expect(await broadcast(order, bytes)).toMatchObject({ kind: 'RETRYABLE', code: 'UNAPPROVED' });
    world.clock.advance(600_000);
    expect(await broadcast(order, bytes)).toMatchObject({
      ok: true,
      value: { state: 'FAILED', failure: { retryClass: true } },
    });
    expect([approvals(), sentOf(order)]).toEqual([0, []]);
  });

  test('writes no approval after notAfter, although it asked before', async () => {
    const order = orderOf();
    const bytes = await prepared(order);
    world.server.onRequest = (line) => line.includes('/find') && world.clock.advance(15_000);
    expect(await broadcast(order, bytes, 60_000)).toMatchObject({ kind: 'RETRYABLE' });
    expect(approvals()).toBe(0);
  });

  test('never ends an approved deposit as expired', async () => {
    const order = orderOf();
    world.books.settleMs = 10_000_000;
    const bytes = await prepared(order);
    world.server.arm('RESET_AFTER', 'POST /api/v1/stablecoin/deposit/approve');
    expect(await broadcast(order, bytes)).toMatchObject({ kind: 'UNKNOWN' });
    world.clock.advance(900_000);
    expect(await broadcast(order, bytes)).toMatchObject({ ok: true, value: { state: 'BROADCAST' } });
    world.books.isShown = false;
    expect(await broadcast(order, bytes)).toMatchObject({ kind: 'UNAVAILABLE' });
    expect(sentOf(order)).toHaveLength(1);
  });

  test('approves no deposit that pays less than the minimum only since its preparation', async () => {
    const order = orderOf();
    const bytes = await prepared(order);
    world.server.rewrite = (text) => text.replace(/"outputAmount":[\d.]+/, '"outputAmount":26.999999');
    expect(await broadcast(order, bytes)).toMatchObject({ kind: 'REJECTED', code: 'AMOUNT_MISMATCH' });
    expect(approvals()).toBe(0);
  });

  test.each([
    ['No active stable subaccount. A KYB is required, contact support.', 'OTHER', true],
    ['Deposit exceeds the monthly limit', 'LIMIT_EXCEEDED', false],
  ])('refuses for good what Woovi does not make: %s', async (refused, code, retryClass) => {
    world.books.next = { refused };
    expect(await world.provider.prepare(call(), orderOf())).toMatchObject({ kind: 'REJECTED', code, retryClass });
  });

  test('approves later when the account had too little balance', async () => {
    const order = orderOf();
    const bytes = await prepared(order);
    world.books.balance = 14_999;
    expect(await broadcast(order, bytes)).toMatchObject({ kind: 'RETRYABLE', code: 'INSUFFICIENT_FUNDS' });
    world.books.balance = 15_000;
    expect(await broadcast(order, bytes)).toMatchObject({ ok: true, value: { state: 'BROADCAST' } });
    expect(world.books.balance).toBe(0);
  });

  test('reads an amount of more decimals than the coin has as the smaller one', async () => {
    const order = orderOf({ minimum: 27_675_276n });
    world.server.rewrite = (text) => text.replace(/"outputAmount":[\d.]+/, '"outputAmount":27.6752769999');
    expect(await world.provider.prepare(call(), order)).toMatchObject({ value: { delivery: { amount: 27_675_276n } } });
  });

  test.each(FAULTS)('delivers once or stays undecided when Woovi answers with %s', async (fault) => {
    for (const line of ['GET', 'POST /api/v1/stablecoin/deposit$', 'POST /api/v1/stablecoin/deposit/approve']) {
      const [order, withinMs] = [orderOf(), fault === 'DRIP' ? 100 : 10_000];
      world.server.arm(fault, line);
      const first = await world.provider.prepare(call(withinMs), order);
      // The saga never broadcasts under a key that it gave up.
      if (!first.ok && first.kind === 'REJECTED') continue;
      const bytes = first.ok ? first.value.prepared : await prepared(order);
      world.server.disarm();
      world.server.arm(fault, line);
      const said = await broadcast(order, bytes, withinMs);
      if (said.ok) expect([line, said.value.state, sentOf(order).length]).toEqual([line, 'BROADCAST', 1]);
      world.server.disarm();
      mustSucceed(await broadcast(order, bytes));
      world.clock.advance(2_000);
      world.server.arm(fault, line);
      const told = await get(order, null, withinMs);
      if (told.ok) expect(told.value).toMatchObject({ idempotencyKey: order.idempotencyKey, state: 'CONFIRMED' });
      world.server.disarm();
      expect(mustSucceed(await get(order))).toMatchObject({ state: 'CONFIRMED', debited: 15_000n });
      expect(sentOf(order)).toHaveLength(1);
    }
  });

  test('reads any answer without an error, and approves no deposit below the minimum', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        world.server.rewrite = (text) => text;
        const order = orderOf({ minimum: 10n ** 12n });
        const bytes = await prepared(order);
        const before = approvals();
        world.server.rewrite = (text) => changed(text, change);
        await world.provider.prepare(call(), order);
        await broadcast(order, bytes);
        const told = await get(order);
        expect(told.ok && told.value.state === 'CONFIRMED').toBe(false);
        expect([approvals(), sentOf(order)]).toEqual([before, []]);
      }),
      { numRuns: runsAtCost(5) },
    );
  });

  test('logs requests without ids, secrets and wallets', async () => {
    const order = orderOf();
    await broadcast(order, await prepared(order));
    world.server.arm('EXPIRED_TOKEN', '', 2);
    const said = [await get(order), await world.provider.prepare(call(), orderOf())];
    expect(said).toMatchObject([{ code: 'AUTH' }, { code: 'AUTH' }]);
    const told = JSON.stringify([world.notes, said]);
    expect(told).toContain('/api/v1/stablecoin/deposit/find');
    for (const secret of [world.server.appId, order.idempotencyKey, SOLD.destination])
      expect(told).not.toContain(secret);
  });
});
