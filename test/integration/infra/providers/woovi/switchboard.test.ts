import type { PayoutRequest } from '../../../../../commands/ports/providers/payout-provider';
import { readHealth } from '../../../../../infra/providers/woovi/health';
import { freshKey } from '../../../../../packages/testing/src/contracts/providers';
import { askedFor } from '../../../../doubles/scripted-provider';
import { KEY } from '../../../../infra/providers/bank-world';
import { openWorld, type WooviWorld } from '../../../../infra/providers/woovi/world';
import { FAULTS, isDefinite, untilCertain } from '../../../../providers/certainty';
import { boletoOf } from '../../../../samples/boletos';
import { dynamicCode } from '../../../../samples/quoting';

const BOLETO = { kind: 'BOLETO', barcode: boletoOf(15_000n), line: '' } as const;
const CODE = { kind: 'PIX_BRCODE', brCode: dynamicCode('pix.example/1'), amountIsFixed: true } as const;

let world: WooviWorld;
beforeEach(async () => {
  world = await openWorld();
  world.server.books.boletos.set(BOLETO.barcode, 15_000);
  world.server.books.charges.set('pix.example/1', { original: '150.00' });
});
afterEach(() => world.close());

const orderOf = (method: PayoutRequest['method'] = KEY): PayoutRequest => {
  const notAfter = new Date(world.clock.now() + 15_000).toISOString();
  return { idempotencyKey: freshKey(), amount: 15_000n, method, notAfter };
};

const call = (withinMs = 10_000) => ({ ...world.call, deadlineMs: world.clock.now() + withinMs });
const transfersOf = ({ idempotencyKey }: PayoutRequest) =>
  world.server.books.transfers.filter(({ correlationID }) => correlationID === idempotencyKey);

const WAYS = [
  ['a key', KEY, ['POST /api/v1/payment', 'GET /api/v1/payment']],
  [
    'a code',
    CODE,
    ['POST /api/v1/payment', 'POST /api/v1/payment/approve', 'POST /api/v1/decode', 'GET /api/v1/payment'],
  ],
  ['a boleto', BOLETO, ['POST /api/v1/payment', 'POST /api/v1/payment/approve', 'GET /api/v1/payment']],
] as const;

test.each(FAULTS)('pays once or refuses for good when Woovi answers with %s', async (fault) => {
  for (const [, method, lines] of WAYS) {
    for (const line of lines) {
      const order = orderOf(method);
      world.server.arm(fault, line);
      const first = await world.provider.create(call(fault === 'DRIP' ? 100 : 10_000), order);
      const known = transfersOf(order).length;
      if (isDefinite(first)) expect([line, first, known]).toEqual([line, first, 0]);
      const last = await untilCertain({ provider: world.provider, call, order }, first);
      const paid = transfersOf(order);
      expect([line, last, paid.length]).toEqual([line, last, last.ok ? 1 : 0]);
      if (last.ok) expect([paid[0]?.value, last.value.amount]).toEqual([15_000, 15_000n]);
      world.server.disarm();
    }
  }
});

test('refuses no order that Woovi has but does not show', async () => {
  const order = orderOf();
  await world.provider.create(call(), order);
  world.server.arm('NOT_FOUND', 'GET');
  expect(await world.provider.create(call(), order)).toMatchObject({ kind: 'UNKNOWN' });
});

test('never approves an order of another amount, not even after a repetition', async () => {
  for (const method of [CODE, BOLETO]) {
    const order = orderOf(method);
    world.server.books.next = { value: 15_001 };
    for (let sendings = 0; sendings < 2; sendings += 1)
      expect(await world.provider.create(call(), order)).toMatchObject({ kind: 'REJECTED', code: 'AMOUNT_MISMATCH' });
    expect(transfersOf(order)).toEqual([]);
  }
});

test('approves an order only until notAfter', async () => {
  world.server.onRequest = (line) => line === 'POST /api/v1/payment' && world.clock.advance(15_001);
  const order = orderOf(BOLETO);
  const created = await world.provider.create(call(60_000), order);
  expect([created, transfersOf(order)]).toMatchObject([{ kind: 'UNKNOWN', code: 'UNAPPROVED' }, []]);
});

test('approves a key in a second request when the account cannot do it in one', async () => {
  world.server.books.mayAutoApprove = false;
  const order = orderOf();
  expect(await world.provider.create(call(), order)).toMatchObject({ ok: true, value: { state: 'ACCEPTED' } });
  expect(transfersOf(order)).toHaveLength(1);
});

test('never approves a code that asks for a recurrence only since the quote', async () => {
  expect(await world.provider.resolveBrCode(call(), CODE.brCode)).toMatchObject({
    ok: true,
    value: { amount: 15_000n },
  });
  world.server.books.charges.set('pix.example/1', { original: '150.00', rec: true });
  const order = orderOf(CODE);
  expect(await world.provider.create(call(), order)).toMatchObject({ kind: 'REJECTED', code: 'CODE_INVALID' });
  expect(await world.provider.resolveBrCode(call(), CODE.brCode)).toMatchObject({ kind: 'REJECTED' });
  expect([world.server.books.orders.size, transfersOf(order)]).toEqual([1, []]);
});

test('reports each return of its own transfer once', async () => {
  const order = orderOf();
  await world.provider.create(call(), order);
  world.clock.advance(2_000);
  const [transfer] = transfersOf(order);
  world.server.books.returns.set(transfer!.endToEndId, [4_000, 1_000]).set('E-of-another', [9_000]);
  const told = await world.provider.get(call(), askedFor(order.idempotencyKey));
  expect(told).toMatchObject({ ok: true, value: { state: 'SETTLED', returnedAmount: 5_000n } });
  world.server.arm('EXPIRED_TOKEN', 'GET /api/v1/transaction');
  expect(await world.provider.get(call(), askedFor(order.idempotencyKey))).toMatchObject({ kind: 'UNAVAILABLE' });
});

test('lists a whole window or reports no list', async () => {
  const { books } = world.server;
  for (let count = 0; count < 101; count += 1) await world.provider.create(call(), orderOf());
  const window = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'] as const;
  const listed = await world.provider.list(call(), ...window);
  expect(listed.ok && listed.value.length).toBe(books.orders.size);
  const page = { payments: [{ payment: { correlationID: 'a', value: 1, status: 'CONFIRMED' } }] };
  world.server.say('GET /api/v1/payment?', JSON.stringify({ ...page, pageInfo: { hasNextPage: true } }));
  expect(await world.provider.list(call(), ...window)).toMatchObject({ kind: 'UNAVAILABLE' });
});

test('tells the balance without the part that an open dispute blocks', async () => {
  const { server, reads, clock } = world;
  Object.assign(server.books, { balance: 10_000, blocked: 4_000 });
  const options = { name: 'woovi', url: server.url, appId: server.appId, reads, clock };
  expect(await readHealth({ ...options, onExchange: () => undefined }, call())).toMatchObject({ balanceCents: 6_000n });
});

test('notes requests without the secret, ids and persons', async () => {
  const order = orderOf();
  const said = [await world.provider.resolveKey(call(), KEY), await world.provider.create(call(), order)];
  world.server.arm('EXPIRED_TOKEN', '', 5);
  said.push((await world.provider.create(call(), orderOf())) as (typeof said)[number]);
  await world.provider.get(call(), askedFor(order.idempotencyKey));
  const told = JSON.stringify([world.notes, said.slice(2)]);
  expect(world.notes[0]).toMatchObject({ method: 'GET', path: '/api/v1/pix-keys/tokens', status: 200 });
  for (const secret of [world.server.appId, order.idempotencyKey, KEY.key]) expect(told).not.toContain(secret);
});
