import type { ChargeProvider } from '../../../../../commands/ports/providers/charge-provider';
import { createReads } from '../../../../../infra/providers/http/reads';
import { createWooviCharges } from '../../../../../infra/providers/woovi/charges/charges';
import { type ChargesUnderTest, describeChargeProvider } from '../../../../../packages/testing/src/contracts';
import { PAYER } from '../../../../../packages/testing/src/contracts/charges/scene';
import { mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';
import fc from '../../../../properties';
import { openWoovi } from '../../../../providers/woovi';
import { payCharge, settleRefunds } from '../../../../providers/woovi-charges';
import { describeChargeSwitchboard, ordersOf } from '../charge-switchboard';

const openWorld = async () => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openWoovi({ now: clock.now });
  const { url, appId, chargeBooks: books } = server;
  const notes: unknown[] = [];
  const options = { name: 'woovi', url, appId, reads, clock, onExchange: (note: unknown) => void notes.push(note) };
  const provider: ChargeProvider = createWooviCharges(options);
  const pay: ChargesUnderTest['pay'] = async (_context, key) => payCharge(books, key, clock.now());
  const close = async () => {
    await reads.close();
    await server.close();
  };
  return { clock, provider, pay, close, server, books, notes };
};

type World = Awaited<ReturnType<typeof openWorld>>;

const lastPayment = ({ books }: World) => [...books.charges.values()].at(-1)!.payments.at(-1)!;

describeChargeProvider('woovi', {
  open: openWorld,
  faults: {
    reject: ({ books }) => {
      books.next = { refused: 'O valor da cobrança é inválido' };
    },
    loseAnswer: ({ server }) => server.arm('RESET_AFTER', 'POST /api/v1/charge$'),
    loseRefundAnswer: ({ server }) => server.arm('RESET_AFTER', 'POST /api/v1/charge/'),
    failRefund: ({ books }) => {
      books.next = { failsRefund: true };
    },
    payAgain: () => undefined,
    holdPayment: ({ books }) => {
      books.next = { holds: true };
    },
    freePayment: (world) => {
      lastPayment(world).isHeld = false;
    },
    settleRefunds: ({ books }) => settleRefunds(books),
    dispute: (world) => {
      const { endToEndId } = lastPayment(world);
      world.books.disputes.push({ id: '67e3170b38e62d5935ed4faf', endToEndId, status: 'CREATED' });
    },
    endDispute: ({ books }) => {
      books.disputes[0]!.status = 'REJECTED';
    },
  },
  ...{ idempotency: 'NATIVE', books: 'ACCOUNT' },
});

describeChargeSwitchboard('Woovi', {
  open: openWorld,
  lines: {
    charge: ['POST /api/v1/charge$', 'GET /api/v1/charge', 'DELETE'],
    refund: ['POST /api/v1/charge/', 'GET /api/v1/charge/', 'GET /api/v1/transaction'],
  },
  booked: ({ books }, key) => {
    const charge = books.charges.get(key);
    const refunds = charge?.refunds.map(({ value }) => value) ?? [];
    return charge === undefined ? null : { cents: Number(charge.told['value']), refunds };
  },
  pay: ({ books, clock }, key) => payCharge(books, key, clock.now()).endToEndId,
  bodies: (own, values) => {
    const charge = fc.record({ correlationID: fc.constantFrom(own, 'other'), value: values, status: values });
    return fc.oneof(values, fc.record({ charge }), fc.record({ transactions: fc.array(values) }));
  },
  secrets: ({ server }) => [server.appId],
});

describe('charges at Woovi', () => {
  let world: World;
  let { call, made, refundOf } = {} as ReturnType<typeof ordersOf>;
  beforeEach(async () => {
    world = await openWorld();
    ({ call, made, refundOf } = ordersOf(world));
  });
  afterEach(() => world.close());

  const paid = async () => {
    const asked = await made();
    const { endToEndId } = payCharge(world.books, asked.idempotencyKey, world.clock.now());
    return { asked, refund: refundOf(asked.idempotencyKey, endToEndId) };
  };

  test.each([
    [120, 300],
    [900, 900],
  ])('requests a charge of %s seconds as one of %s', async (seconds, asked) => {
    const { idempotencyKey } = await made(seconds);
    const { told } = world.books.charges.get(idempotencyKey)!;
    expect(told).toMatchObject({ expiresIn: asked, ensureSameTaxID: true, customer: { taxID: PAYER.taxId } });
  });

  test('reports a payment of a deleted charge as a payment of that charge', async () => {
    const asked = await made();
    mustSucceed(await world.provider.cancel(call(), asked));
    const { endToEndId } = payCharge(world.books, asked.idempotencyKey, world.clock.now());
    expect(await world.provider.get(call(), asked)).toMatchObject({
      ...{ ok: true, value: { state: 'CANCELLED', amount: 15_000n, payments: [{ endToEndId, amount: 15_000n }] } },
    });
  });

  test('keeps a deleted charge open while a bank holds its payment', async () => {
    const asked = await made();
    mustSucceed(await world.provider.cancel(call(), asked));
    world.books.next = { holds: true };
    const payment = payCharge(world.books, asked.idempotencyKey, world.clock.now());
    expect(await world.provider.get(call(), asked)).toMatchObject({
      ok: true,
      value: { state: 'ACTIVE', payments: [] },
    });
    payment.isHeld = false;
    const free = { state: 'CANCELLED', payments: [{ endToEndId: payment.endToEndId }] };
    expect(await world.provider.get(call(), asked)).toMatchObject({ ok: true, value: free });
  });

  test('accepts no payment that names no charge, or another', async () => {
    const { asked } = await paid();
    const row = { endToEndId: 'E1', value: 15_000, time: world.clock.iso(), type: 'PAYMENT' };
    const transactions = [row, { ...row, charge: { correlationID: 'other' } }];
    world.server.say('GET /api/v1/transaction', JSON.stringify({ transactions }));
    expect(await world.provider.get(call(), asked)).toMatchObject({
      ok: true,
      value: { state: 'ACTIVE', payments: [] },
    });
  });

  test('counts a refund that was made in the platform, without a key', async () => {
    const { asked, refund } = await paid();
    const refunds = [{ status: 'CONFIRMED', value: 5_000, endToEndId: 'D1' }];
    world.server.say(`GET /api/v1/charge/${asked.idempotencyKey}/refund`, JSON.stringify({ refunds }));
    expect(await world.provider.get(call(), asked)).toMatchObject({
      ok: true,
      value: { payments: [{ refunded: 5_000n }] },
    });
    expect(await world.provider.refund(call(), refund)).toMatchObject({
      kind: 'REJECTED',
      code: 'AMOUNT_OUT_OF_RANGE',
    });
  });

  test('leaves a refund unknown that Woovi has but does not show', async () => {
    const { refund } = await paid();
    mustSucceed(await world.provider.refund(call(), refund));
    world.server.say('GET /api/v1/charge/', JSON.stringify({ refunds: [] }));
    expect(await world.provider.refund(call(), refund)).toMatchObject({ kind: 'UNKNOWN', code: 'DUPLICATE_KEY' });
  });

  test('refunds no charge with several payments, and answers UNKNOWN for an undocumented status', async () => {
    const { asked, refund } = await paid();
    payCharge(world.books, asked.idempotencyKey, world.clock.now());
    expect(await world.provider.refund(call(), refund)).toMatchObject({ kind: 'REJECTED', code: 'UNSUPPORTED' });
    const payment = {
      endToEndId: 'E1',
      value: 15_000,
      time: world.clock.iso(),
      type: 'PAYMENT',
      status: 'ON_THE_MOON',
      charge: { correlationID: asked.idempotencyKey },
    };
    world.server.say('GET /api/v1/transaction', JSON.stringify({ transactions: [payment] }));
    expect(await world.provider.get(call(), asked)).toMatchObject({ kind: 'UNKNOWN', code: 'PROTOCOL' });
  });
});
