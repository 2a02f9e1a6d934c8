import { parseBoleto } from '../../../../../aggregates/codes/boleto';
import { buildStaticBrCode } from '../../../../../aggregates/codes/build-br-code';
import type { PayoutRequest } from '../../../../../commands/ports/providers/payout-provider';
import { readHealth } from '../../../../../infra/providers/asaas/health';
import { freshKey } from '../../../../../packages/testing/src/contracts/providers';
import { askedFor } from '../../../../doubles/scripted-provider';
import { type AsaasWorld, openWorld } from '../../../../infra/providers/asaas/world';
import { KEY } from '../../../../infra/providers/bank-world';
import { FAULTS, isDefinite, untilCertain } from '../../../../providers/certainty';
import { boletoOf } from '../../../../samples/boletos';
import { dynamicCode } from '../../../../samples/quoting';

const barcode = boletoOf(15_000n);
const slip = parseBoleto(barcode, '2026-11-20');
const BOLETO = { kind: 'BOLETO', barcode, line: slip.ok ? slip.boleto.line : '' } as const;
const CODE = { kind: 'PIX_BRCODE', brCode: dynamicCode('pix.example/1'), amountIsFixed: true } as const;
const PHONE = { kind: 'PIX_KEY', keyType: 'PHONE', key: '+5511987654321' } as const;
const OPEN_CODE = buildStaticBrCode({ key: PHONE.key, payeeName: 'LOJA', payeeCity: 'RECIFE' });

let world: AsaasWorld;
beforeEach(async () => {
  world = await openWorld();
  world.server.books.boletos.set(BOLETO.barcode, 15_000);
  world.server.books.charges.set('pix.example/1', 15_000);
});
afterEach(() => world.close());

const orderOf = (method: PayoutRequest['method'] = KEY): PayoutRequest => {
  const notAfter = new Date(world.clock.now() + 15_000).toISOString();
  return { idempotencyKey: freshKey(), amount: 15_000n, method, notAfter };
};

const call = (withinMs = 10_000) => ({ ...world.call, deadlineMs: world.clock.now() + withinMs });
const asked = ({ idempotencyKey, method }: PayoutRequest) => ({
  ...askedFor(idempotencyKey),
  ...{ kind: method.kind, sentAt: world.clock.iso() },
});
const paidFor = ({ idempotencyKey: key }: PayoutRequest) =>
  world.server.books.orders.filter(({ told }) => [told['externalReference'], told['description']].includes(key));
const askings = () => world.server.served.filter(({ method }) => method === 'GET').length;

const WAYS = [
  [KEY, ['POST /v3/transfers', 'GET /v3/transfers']],
  [CODE, ['POST /v3/pix/qrCodes/decode', 'POST /v3/pix/qrCodes/pay', 'GET /v3/pix/transactions']],
  [BOLETO, ['POST /v3/bill/simulate', 'POST /v3/bill$', 'GET /v3/bill']],
] as const;

test.each(FAULTS)('pays once, refuses for good or stays unknown when Asaas answers with %s', async (fault) => {
  for (const [method, lines] of WAYS) {
    for (const line of lines) {
      const order = orderOf(method);
      world.server.arm(fault, line);
      const first = await world.provider.create(call(fault === 'DRIP' ? 100 : 10_000), order);
      if (isDefinite(first)) expect([line, first, paidFor(order)]).toEqual([line, first, []]);
      const last = isDefinite(first) ? first : await untilCertain({ provider: world.provider, call, order }, first);
      expect([line, last, paidFor(order).length]).toEqual([line, last, last.ok ? 1 : 0]);
      if (last.ok) expect([paidFor(order)[0]?.cents, last.value.amount]).toEqual([15_000, 15_000n]);
      world.server.disarm();
      world.clock.advance(61_000);
    }
  }
});

const NO_BALANCE = { refused: { code: 'invalid_action', description: 'Saldo insuficiente' } };

test('accepts a refusal only when Asaas lists no order under the key', async () => {
  const [paid, unread] = [orderOf(), orderOf()];
  await world.provider.create(call(), paid);
  world.server.books.next = NO_BALANCE;
  expect(await world.provider.create(call(), paid)).toMatchObject({ ok: true, value: { state: 'ACCEPTED' } });
  world.server.books.next = NO_BALANCE;
  world.server.arm('FAIL_BEFORE', 'GET');
  expect(await world.provider.create(call(), unread)).toMatchObject({ kind: 'UNKNOWN' });
});

test.each<[string, object]>([
  ['Confirme por SMS', { kind: 'RETRYABLE', code: 'AUTH' }],
  ['Saldo insuficiente', { kind: 'REJECTED', code: 'INSUFFICIENT_FUNDS' }],
])('reads invalid_action with "%s" as an order that was not executed', async (description, said) => {
  const order = orderOf();
  world.server.books.next = { refused: { code: 'invalid_action', description } };
  expect(await world.provider.create(call(), order)).toMatchObject(said);
  expect(paidFor(order)).toEqual([]);
});

test('sends no order when its code or boleto costs another amount', async () => {
  for (const method of [CODE, BOLETO]) {
    const order = { ...orderOf(method), amount: 15_001n };
    expect(await world.provider.create(call(), order)).toMatchObject({ kind: 'REJECTED', code: 'AMOUNT_MISMATCH' });
  }
  expect(world.server.books.orders).toEqual([]);
});

test('sends an order only until notAfter', async () => {
  world.server.onRequest = (line) => line.endsWith('simulate') && world.clock.advance(15_001);
  const order = orderOf(BOLETO);
  expect(await world.provider.create(call(60_000), order)).toMatchObject({ kind: 'RETRYABLE' });
  expect(paidFor(order)).toEqual([]);
});

test('asks about all open orders by one list per 30 seconds, and about an old boleto each half hour', async () => {
  const [orders, boleto] = [[orderOf(), orderOf(), orderOf()], orderOf(BOLETO)];
  for (const order of [...orders, boleto]) await world.provider.create(call(), order);
  const [questions, old] = [orders.map(asked), asked(boleto)];
  const askAll = async () => {
    for (const each of questions) expect(await world.provider.get(call(), each)).toMatchObject({ ok: true });
    return askings();
  };
  world.server.books.settleMs = 86_400_000;
  expect([await askAll(), await askAll()]).toEqual([1, 1]);
  world.clock.advance(30_000);
  expect(await askAll()).toBe(2);
  world.clock.advance(3_600_000);
  for (const minutes of [0, 29, 1]) {
    world.clock.advance(minutes * 60_000);
    await world.provider.get(call(), old);
  }
  expect(askings()).toBe(4);
});

test('reads the list again for a callback, but at most every 10 seconds', async () => {
  const order = orderOf();
  await world.provider.create(call(), order);
  const question = asked(order);
  await world.provider.get(call(), question);
  world.clock.advance(5_000);
  const called = { ...question, since: world.clock.iso() };
  expect(await world.provider.get(call(), called)).toMatchObject({ kind: 'RATE_LIMITED' });
  world.clock.advance(5_000);
  expect(await world.provider.get(call(), called)).toMatchObject({ ok: true, value: { state: 'SETTLED' } });
});

test('uses no list older than the sending to prove that an order is missing', async () => {
  const [first, second] = [orderOf(), orderOf()];
  await world.provider.create(call(), first);
  await world.provider.get(call(), asked(first));
  world.server.arm('RESET_AFTER', 'POST');
  await world.provider.create(call(), second);
  expect(await world.provider.get(call(), asked(second))).toMatchObject({ ok: true });
});

test('asks nothing after a 429 for as long as Asaas requires', async () => {
  const order = orderOf();
  await world.provider.create(call(), order);
  world.server.arm('RATE_LIMITED', 'GET');
  const limited = [await world.provider.get(call(), asked(order)), await world.provider.get(call(), asked(order))];
  expect(limited).toMatchObject([{ kind: 'RATE_LIMITED' }, { kind: 'RATE_LIMITED' }]);
  expect(askings()).toBe(1);
  world.clock.advance(30_000);
  expect(await world.provider.get(call(), asked(order))).toMatchObject({ ok: true });
});

test('reports a breach of protocol when two orders have one key', async () => {
  const order = orderOf();
  await world.provider.create(call(), order);
  await world.provider.create(call(), order);
  expect(await world.provider.get(call(), asked(order))).toMatchObject({ kind: 'UNKNOWN', code: 'PROTOCOL' });
});

test('reports the returns of a transfer and of a code', async () => {
  for (const method of [KEY, CODE]) {
    const order = orderOf(method);
    await world.provider.create(call(), order);
    paidFor(order)[0]!.refundedCents = 5_000;
    const question = asked(order);
    world.clock.advance(31_000);
    const said = await world.provider.get(call(), question);
    expect(said).toMatchObject({ ok: true, value: { state: 'SETTLED', returnedAmount: 5_000n } });
  }
});

test('sends phones without their country code, and pays an open code of any amount', async () => {
  await world.provider.create(call(), orderOf(PHONE));
  expect(world.server.books.orders[0]?.told).toMatchObject({
    pixAddressKey: '11987654321',
    pixAddressKeyType: 'PHONE',
  });
  expect(await world.provider.resolveBrCode(call(), OPEN_CODE)).toMatchObject({
    ...{ ok: true, value: { kind: 'STATIC', amount: null, amountEditable: true, payeeName: 'LOJA', status: 'ACTIVE' } },
  });
});

test('lists a whole window with each order once, or reports no list', async () => {
  const { books } = world.server;
  for (let count = 0; count < 101; count += 1) await world.provider.create(call(), orderOf());
  await world.provider.create(call(), orderOf(CODE));
  const window = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'] as const;
  const listed = await world.provider.list(call(), ...window);
  expect(listed.ok && listed.value.length).toBe(books.orders.length);
  const page = { object: 'list', hasMore: true, data: [{ id: 'a', value: 1, status: 'DONE', externalReference: 'k' }] };
  for (const said of [page, { ...page, hasMore: false, data: [{ id: 7 }] }]) {
    world.server.say('GET /v3/transfers', JSON.stringify(said));
    expect(await world.provider.list(call(), ...window)).toMatchObject({ kind: 'UNAVAILABLE', code: 'PROTOCOL' });
  }
});

test('notes requests without the secret, ids and persons', async () => {
  const order = orderOf();
  const said: unknown[] = [await world.provider.create(call(), order)];
  await world.provider.get(call(), asked(order));
  world.server.arm('EXPIRED_TOKEN', '', 5);
  said.push(await world.provider.create(call(), orderOf()));
  const told = JSON.stringify([world.notes, said.slice(1)]);
  expect(world.notes[0]).toMatchObject({ method: 'POST', path: '/transfers', status: 200 });
  for (const secret of [world.server.accessToken, order.idempotencyKey, KEY.key]) expect(told).not.toContain(secret);
});

test('reports the balance of the account, or the error without one', async () => {
  world.server.books.balance = 12_345;
  expect(await readHealth(world.options, call())).toEqual({ balanceCents: 12_345n, tokens: null, error: null });
  world.server.arm('EXPIRED_TOKEN');
  expect(await readHealth(world.options, call())).toMatchObject({ balanceCents: null, error: { code: 'AUTH' } });
});
