import { readHealth } from '../../../../../infra/providers/reloadly/health';
import { cardOf, openWorld, type ReloadlyWorld } from '../../../../infra/providers/reloadly/world';
import { FAULTS, isDefinite, untilCertain } from '../../../../providers/certainty';
import { PRODUCT_ID, productOf } from '../../../../providers/reloadly-books';

let world: ReloadlyWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const requestsTo = (path: string) => world.server.served.filter((each) => each.path.startsWith(path)).length;
const DAY_MS = 86_400_000;

test.each(FAULTS)('buys once, refuses for good or stays unknown when Reloadly answers with %s', async (fault) => {
  world.server.books.settleMs = 0;
  for (const line of ['POST /oauth', 'GET /products', 'POST /orders', 'GET /orders', 'GET /reports']) {
    const order = world.orderOf();
    world.server.arm(fault, line);
    const first = await world.provider.create(world.call(fault === 'DRIP' ? 100 : 10_000), order);
    if (isDefinite(first)) expect([line, first, world.boughtFor(order)]).toEqual([line, first, []]);
    const last = isDefinite(first)
      ? first
      : await untilCertain({ provider: world.provider, call: world.call, order }, first);
    expect([line, last, world.boughtFor(order).length]).toEqual([line, last, last.ok ? 1 : 0]);
    if (last.ok) expect([world.boughtFor(order)[0]?.cents, last.value.amount]).toEqual([5_000, 5_000n]);
    world.server.disarm();
    world.clock.advance(DAY_MS);
  }
});

test('looks up the order when its identifier was used, and never treats that as a refusal', async () => {
  const order = world.orderOf();
  await world.create(order);
  expect(await world.create(order)).toMatchObject({ ok: true, value: { state: 'PROCESSING' } });
  world.server.say('GET /reports', JSON.stringify({ content: [], totalElements: 0 }));
  expect(await world.create(order)).toMatchObject({ kind: 'UNKNOWN' });
  expect(world.boughtFor(order)).toHaveLength(1);
});

test('accepts a refusal only when the report lacks the order', async () => {
  world.server.books.balance = 0;
  expect(await world.create(world.orderOf())).toMatchObject({ kind: 'REJECTED', code: 'INSUFFICIENT_FUNDS' });
  world.server.arm('FAIL_BEFORE', 'GET /reports');
  expect(await world.create(world.orderOf())).toMatchObject({ kind: 'UNKNOWN' });
});

test.each([404, 408, 409])('never treats an answer of status %s as a refusal', async (status) => {
  world.server.books.next = { refused: { status, message: 'Could not update resources, please try again later' } };
  expect(await world.create(world.orderOf())).toMatchObject({ kind: 'UNKNOWN' });
});

test.each<[string, object, string?]>([
  ['in dollars', { recipientCurrencyCode: 'USD' }],
  ['of another country', { country: { isoName: 'PT', name: 'Portugal' } }],
  ['without the value', { minRecipientDenomination: 60 }],
  ['of fixed values', { minRecipientDenomination: null, fixedRecipientDenominations: [25, 100.0] }],
])('sells no card %s', async (_what, changes) => {
  world.server.books.products.set(PRODUCT_ID, productOf(changes));
  const invalid = { kind: 'REJECTED', code: 'CODE_INVALID' };
  const { provider } = world;
  const { productCode } = cardOf(5_000n) as { readonly productCode: string };
  expect([
    await provider.resolveGiftCard(world.call(), productCode),
    await world.create(world.orderOf()),
  ]).toMatchObject([invalid, invalid]);
  expect(world.server.books.orders).toEqual([]);
});

test('reports brand, value and stock of a card, also with fixed values', async () => {
  const fixed = { minRecipientDenomination: null, fixedRecipientDenominations: [25, 50], status: 'INACTIVE' };
  world.server.books.products.set('7', productOf({ productId: 7, ...fixed }));
  const resolved = await Promise.all(
    [cardOf(5_000n), cardOf(5_000n, '7')].map((method) =>
      world.provider.resolveGiftCard(world.call(), 'productCode' in method ? method.productCode : ''),
    ),
  );
  const card = { brand: 'Google Play', amount: 5_000n };
  expect(resolved).toMatchObject([
    { ok: true, value: { ...card, inStock: true } },
    { ok: true, value: { ...card, inStock: false } },
  ]);
  expect(await world.create(world.orderOf({ method: cardOf(5_000n, '7') }))).toMatchObject({ kind: 'REJECTED' });
});

test('tries again later when a product has an undocumented status', async () => {
  world.server.books.products.set(PRODUCT_ID, productOf({ status: 'ON_THE_MOON' }));
  expect(await world.create(world.orderOf())).toMatchObject({ kind: 'RETRYABLE', code: 'PROTOCOL' });
  expect(world.server.books.orders).toEqual([]);
});

test('buys no card when its code names another value', async () => {
  const order = world.orderOf({ method: cardOf(5_001n) });
  expect(await world.create(order)).toMatchObject({ kind: 'REJECTED', code: 'AMOUNT_MISMATCH' });
  expect(world.server.books.orders).toEqual([]);
});

test('sends an order only until notAfter, with our own address alone', async () => {
  await world.create(world.orderOf());
  world.server.onRequest = (line) => line.startsWith('GET /products') && world.clock.advance(15_001);
  const late = world.orderOf();
  expect(await world.provider.create(world.call(60_000), late)).toMatchObject({ kind: 'RETRYABLE' });
  expect(world.boughtFor(late)).toEqual([]);
  const { recipientEmail, quantity, unitPrice, countryCode } = world.server.books.orders[0]!.told;
  expect({ recipientEmail, quantity, unitPrice, countryCode }).toEqual({
    ...{ recipientEmail: 'cards@lastro.example', quantity: 1, unitPrice: 50, countryCode: 'BR' },
  });
});

describe('the token', () => {
  test('is requested once, again before its end, and once more when it is refused', async () => {
    await Promise.all([world.create(world.orderOf()), world.create(world.orderOf())]);
    expect(requestsTo('/oauth')).toBe(1);
    world.clock.advance(DAY_MS - 60_000);
    await world.create(world.orderOf());
    expect(requestsTo('/oauth')).toBe(2);
    world.server.revoke();
    expect(await world.create(world.orderOf())).toMatchObject({ ok: true });
    expect(requestsTo('/oauth')).toBe(3);
  });

  test('fails with AUTH and without an effect when a new token is also refused', async () => {
    const order = world.orderOf();
    world.server.arm('EXPIRED_TOKEN', 'POST /orders', 2);
    world.server.arm('EXPIRED_TOKEN', 'GET /reports', 2);
    expect(await world.create(order)).toMatchObject({ kind: 'RETRYABLE', code: 'AUTH' });
    expect([world.boughtFor(order), requestsTo('/oauth')]).toEqual([[], 3]);
  });
});

test('logs requests without secrets, ids and cards', async () => {
  world.server.books.settleMs = 0;
  const order = world.orderOf();
  const said: unknown[] = [await world.create(order), await world.get(order)];
  world.server.arm('EXPIRED_TOKEN', '', 9);
  said.push(await world.create(world.orderOf()));
  const told = JSON.stringify([world.notes, said.slice(2)]);
  expect(world.notes[0]).toMatchObject({ method: 'POST', path: '/oauth/token', status: 200 });
  const secrets = [world.server.clientSecret, 'token-of-a-test', order.idempotencyKey, '0042', 'cards@lastro.example'];
  for (const secret of secrets) expect(told).not.toContain(secret);
});

test('reports the balance of an account in reais, or the error without one', async () => {
  expect(await readHealth(world.options, world.call())).toEqual({ balanceCents: null, tokens: null, error: null });
  world.server.say('GET /accounts', '{"balance":123.45,"currencyCode":"BRL"}');
  expect(await readHealth(world.options, world.call())).toEqual({ balanceCents: 12_345n, tokens: null, error: null });
  expect(await readHealth({ ...world.options, clientSecret: 'other' }, world.call())).toMatchObject({
    error: { code: 'AUTH' },
  });
});
