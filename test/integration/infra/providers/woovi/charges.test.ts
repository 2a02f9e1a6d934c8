import type { ChargeProvider } from '../../../../../commands/ports/providers/charge-provider';
import { createReads } from '../../../../../infra/providers/http/reads';
import { createWooviCharges } from '../../../../../infra/providers/woovi/charges/charges';
import { type ChargesUnderTest, describeChargeProvider } from '../../../../../packages/testing/src/contracts';
import { PAYER } from '../../../../../packages/testing/src/contracts/charges/scene';
import { freshKey, mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';
import { callAt } from '../../../../infra/providers/bank-world';
import fc, { runsAtCost } from '../../../../properties';
import { FAULTS } from '../../../../providers/certainty';
import { openWoovi } from '../../../../providers/woovi';
import { payCharge, settleRefunds } from '../../../../providers/woovi-charges';

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
  return { clock, provider, pay, close, server, books, notes, call: callAt(clock) };
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

describe('charges at Woovi', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld();
  });
  afterEach(() => world.close());

  const inSeconds = (seconds: number) => new Date(world.clock.now() + seconds * 1_000).toISOString();
  const requestOf = (seconds = 300) => ({
    ...{ idempotencyKey: freshKey(), amount: 15_000n, payer: PAYER },
    ...{ expiresAt: inSeconds(seconds), notAfter: inSeconds(5) },
  });
  const call = (withinMs = 10_000) => ({ ...world.call, deadlineMs: world.clock.now() + withinMs });
  const made = async (seconds?: number) => {
    const request = requestOf(seconds);
    mustSucceed(await world.provider.create(call(), request));
    return { idempotencyKey: request.idempotencyKey, amount: 15_000n };
  };
  const paid = async () => {
    const asked = await made();
    const { endToEndId } = payCharge(world.books, asked.idempotencyKey, world.clock.now());
    const refund = { idempotencyKey: freshKey(), chargeKey: asked.idempotencyKey, endToEndId, amount: 15_000n };
    return { asked, refund: { ...refund, reason: 'LATE', notAfter: inSeconds(15) } };
  };

  test.each([
    [120, 300],
    [900, 900],
  ])('requests a charge of %s seconds as one of %s', async (seconds, asked) => {
    const { idempotencyKey } = await made(seconds);
    const { told } = world.books.charges.get(idempotencyKey)!;
    expect(told).toMatchObject({ expiresIn: asked, ensureSameTaxID: true, customer: { taxID: PAYER.taxId } });
  });

  test.each(FAULTS)('makes a charge and its refund once or stays unknown when Woovi answers with %s', async (fault) => {
    for (const line of ['POST /api/v1/charge$', 'GET /api/v1/charge', 'DELETE']) {
      const request = requestOf();
      world.server.arm(fault, line);
      const asked = { idempotencyKey: request.idempotencyKey, amount: 15_000n };
      const first = await world.provider.create(call(fault === 'DRIP' ? 100 : 10_000), request);
      const isThere = world.books.charges.has(asked.idempotencyKey);
      if (first.ok || first.kind === 'REJECTED') expect([line, first.ok]).toEqual([line, isThere]);
      if (first.ok) expect(first.value.amount).toBe(15_000n);
      await world.provider.cancel(call(fault === 'DRIP' ? 100 : 10_000), asked);
      world.server.disarm();
      expect(await world.provider.cancel(call(), asked)).toMatchObject({ ok: true, value: { state: 'CANCELLED' } });
    }
    for (const line of ['POST /api/v1/charge/', 'GET /api/v1/charge/', 'GET /api/v1/transaction']) {
      const { asked, refund } = await paid();
      world.server.arm(fault, line);
      const first = await world.provider.refund(call(fault === 'DRIP' ? 100 : 10_000), refund);
      world.server.disarm();
      const refunds = world.books.charges.get(asked.idempotencyKey)!.refunds.length;
      if (first.ok || ['REJECTED', 'RETRYABLE', 'RATE_LIMITED'].includes(first.kind))
        expect([line, first.ok ? 1 : 0]).toEqual([line, refunds]);
      mustSucceed(await world.provider.refund(call(), refund));
      expect(world.books.charges.get(asked.idempotencyKey)!.refunds).toMatchObject([{ value: 15_000 }]);
    }
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

  test('reads any answer without an error, and accepts none about another charge', async () => {
    const values = fc.jsonValue({ maxDepth: 3 });
    const charge = fc.record({ correlationID: fc.constantFrom('own', 'other'), value: values, status: values });
    const bodies = fc.oneof(values, fc.record({ charge }), fc.record({ transactions: fc.array(values) }));
    const request = { ...requestOf(), idempotencyKey: 'own' };
    const refund = { ...request, chargeKey: 'own', endToEndId: 'E1', reason: 'LATE' };
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        for (const begin of ['GET', 'POST', 'DELETE']) world.server.say(begin, JSON.stringify(body));
        for (const said of [
          await world.provider.create(call(), request),
          await world.provider.get(call(), { idempotencyKey: 'own', amount: 15_000n }),
          await world.provider.cancel(call(), { idempotencyKey: 'own' }),
        ])
          expect(!said.ok || said.value.idempotencyKey === 'own').toBe(true);
        await world.provider.refund(call(), refund);
        await world.provider.listCredits(call(), '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z');
      }),
      { numRuns: runsAtCost(5) },
    );
  });

  test('logs requests without ids and persons', async () => {
    const { asked, refund } = await paid();
    await world.provider.get(call(), asked);
    await world.provider.refund(call(), refund);
    const told = JSON.stringify(world.notes);
    for (const secret of [asked.idempotencyKey, refund.idempotencyKey, PAYER.taxId, world.server.appId])
      expect(told).not.toContain(secret);
  });
});
