import { openWorld, type ReloadlyWorld } from '../../../../infra/providers/reloadly/world';
import type { Held } from '../../../../providers/reloadly-books';

let world: ReloadlyWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const DAY_MS = 86_400_000;

describe('the card', () => {
  const bought = async (cards: ReloadlyWorld['server']['books']['cards']) => {
    Object.assign(world.server.books, { cards, settleMs: 0 });
    const order = world.orderOf();
    return { order, payout: await world.create(order) };
  };

  test('is one text of number, PIN and link, with leading zeros', async () => {
    const card = { cardNumber: '0012', pinCode: '0042', redemptionUrl: 'https://cards.example/0' };
    const texts = [[card], [{ cardNumber: '0012', pinCode: '' }]].map(async (cards) => (await bought(cards)).payout);
    const [whole, alone] = await Promise.all(texts);
    expect(whole).toMatchObject({ ok: true, value: { state: 'SETTLED' } });
    expect(alone).toMatchObject({ ok: true, value: { giftCardPin: '0012' } });
    const { order } = await bought([card]);
    const giftCardPin = 'Number: 0012, PIN: 0042, Link: https://cards.example/0';
    expect(await world.get(order)).toMatchObject({ ok: true, value: { giftCardPin } });
    world.server.say('GET /orders/transactions', '{"cardNumber":6120200345149064,"pinCode":null}');
    expect(await world.get(order)).toMatchObject({ ok: true, value: { giftCardPin: '6120200345149064' } });
  });

  test('stays PROCESSING until it has a number', async () => {
    const { order, payout } = await bought([]);
    expect(payout).toMatchObject({ ok: true, value: { state: 'PROCESSING' } });
    world.server.books.cards = [{ cardNumber: '', pinCode: '0042' }];
    expect(await world.get(order)).toMatchObject({ ok: true, value: { state: 'SETTLED', giftCardPin: '0042' } });
  });

  test('costs what the account pays in its currency, and is in no list', async () => {
    const { order, payout } = await bought([{ cardNumber: '', pinCode: '0042' }]);
    expect(payout).toMatchObject({ ok: true, value: { amount: 5_000n, cost: { amount: '8.56', currency: 'USD' } } });
    const days = [-1, 1].map((day) => new Date(world.clock.now() + day * DAY_MS).toISOString());
    const listed = await world.provider.list(world.call(), days[0]!, days[1]!);
    expect(listed).toMatchObject({ ok: true, value: [{ idempotencyKey: order.idempotencyKey, state: 'SETTLED' }] });
    expect(JSON.stringify(listed.ok && listed.value.map(({ giftCardPin }) => giftCardPin ?? null))).toBe('[null]');
  });
});

test('is shown although its cost cannot be read', async () => {
  const row = { transactionId: 1, status: 'SUCCESSFUL', amount: 8.559999999999999, currencyCode: 'usd' };
  const product = { productId: 1, unitPrice: 50, currencyCode: 'BRL' };
  world.server.say('GET /reports', JSON.stringify([{ ...row, product, customIdentifier: 'own' }]));
  world.server.say('GET /orders', JSON.stringify([{ pinCode: '0042' }]));
  const shown = await world.get(world.orderOf({ idempotencyKey: 'own' }));
  expect(shown).toMatchObject({ ok: true, value: { giftCardPin: '0042' } });
  expect(shown.ok && shown.value.cost).toBeUndefined();
});

test.each(['FAILED', 'REFUNDED'] as const)('reports an order that ends in %s as refused', async (failure) => {
  world.server.books.next = { failure };
  const order = world.orderOf();
  expect(await world.create(order)).toMatchObject({ kind: 'REJECTED' });
  expect(await world.get(order)).toMatchObject({ ok: true, value: { state: 'FAILED' } });
});

describe('the report', () => {
  const fill = (count: number): void => {
    const { orders } = world.server.books;
    for (let made = 0; made < count; made += 1) {
      const held = {
        transactionId: 1_000 + made,
        cents: 5_000,
        createdAtMs: world.clock.now(),
        failure: null,
      } as const;
      orders.push({ ...held, told: { customIdentifier: `other-${made}`, productId: 1 } } satisfies Held);
    }
  };

  test.each(['FROM_1', 'FROM_0', 'BARE'] as const)('is read complete in the form %s', async (form) => {
    fill(450);
    world.server.books.form = form;
    const order = world.orderOf();
    await world.create(order);
    const window = [new Date(world.clock.now() - DAY_MS).toISOString(), new Date(world.clock.now() + 1).toISOString()];
    const listed = await world.provider.list(world.call(), window[0]!, window[1]!);
    expect(listed.ok && listed.value.length).toBe(451);
    expect(await world.get(order)).toMatchObject({ ok: true });
  });

  test('leaves the outcome unknown when a page repeats, never ends or is unreadable', async () => {
    const row = {
      transactionId: 1,
      status: 'SUCCESSFUL',
      product: { productId: 1, unitPrice: 5, currencyCode: 'BRL' },
    };
    for (const content of [[row], [{ ...row, transactionId: null }]]) {
      world.server.say('GET /reports', JSON.stringify({ content, totalElements: 2 }));
      expect(await world.get(world.orderOf())).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
    }
    const own = { ...row, customIdentifier: 'own' };
    world.server.say('GET /reports', JSON.stringify([own, { ...own, transactionId: 2 }]));
    expect(await world.get(world.orderOf({ idempotencyKey: 'own' }))).toMatchObject({
      kind: 'UNKNOWN',
      code: 'PROTOCOL',
    });
  });
});
