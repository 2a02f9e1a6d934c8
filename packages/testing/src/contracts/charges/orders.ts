import assert from 'node:assert/strict';
import { assertContains, assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, inMs, mustSucceed, windowsAround } from '../providers';
import { OTHER_TAX_ID, type Scene } from './scene';

export const ORDERS: Cases<Scene> = {
  'makes a charge, and reports it under its key': async ({ provider, context, request, ask, traits }) => {
    const asked = request();
    const { idempotencyKey, amount } = asked;
    const made = mustSucceed(await provider.create(context(), asked));
    assertContains(made, { idempotencyKey, state: 'ACTIVE', amount, payments: [] });
    assertSame(await ask(idempotencyKey), made);
    assertSame(provider.idempotency, traits.idempotency);
  },

  'makes one charge for a key that is sent twice': needing(['NATIVE'], async ({ provider, context, request }) => {
    const asked = request();
    const made = mustSucceed(await provider.create(context(), asked));
    assertSame(mustSucceed(await provider.create(context(), asked)), made);
  }),

  'takes another amount under a known key for a breach of protocol': needing(
    ['NATIVE'],
    async ({ provider, context, request, created }) => {
      const other = request({ idempotencyKey: await created(), amount: 15_001n });
      assertContains(await provider.create(context(), other), { ok: false, code: 'PROTOCOL' });
    },
  ),

  'finds a charge whose answer was lost': needing(['loseAnswer'], async ({ provider, context, request, ask, arm }) => {
    const asked = request();
    await arm('loseAnswer');
    assertFails(await provider.create(context(), asked), 'UNKNOWN');
    assertContains(await ask(asked.idempotencyKey), { state: 'ACTIVE', amount: asked.amount });
  }),

  'leaves nothing of a charge that it refuses': needing(['reject'], async ({ provider, context, request, arm }) => {
    const asked = request();
    await arm('reject');
    assertFails(await provider.create(context(), asked), 'REJECTED');
    assertFails(await provider.get(context(), { idempotencyKey: asked.idempotencyKey }), 'NOT_FOUND');
  }),

  'sends no charge after notAfter': async ({ provider, context, request, clock }) => {
    const late = request({ notAfter: inMs(clock, -1_000) });
    assertFails(await provider.create(context(), late), 'RETRYABLE');
    assertFails(await provider.get(context(), { idempotencyKey: late.idempotencyKey }), 'NOT_FOUND');
  },

  "says NOT_FOUND of another partner's charge": needing(['PARTNER'], async ({ provider, context, created }) => {
    const key = await created();
    assertFails(await provider.get(context('partner-2'), { idempotencyKey: key, amount: 15_000n }), 'NOT_FOUND');
    assertFails(await provider.cancel(context('partner-2'), { idempotencyKey: key, amount: 15_000n }), 'NOT_FOUND');
  }),
};

export const PAYMENTS: Cases<Scene> = {
  'reports the amount and the time of a payment, and lists it': async (scene) => {
    const { provider, context, clock, created, ask, pay, traits } = scene;
    const key = await created();
    const { inside, after } = await windowsAround(clock, traits.window, () => pay(context(), key));
    const { state, payments } = await ask(key);
    assertContains({ state, payments }, { state: 'PAID', payments: [{ amount: 15_000n, refunded: 0n }] });
    const { endToEndId, paidAt, payer } = payments[0]!;
    assert.notEqual(payer?.matchesExpected, false);
    const listed = async (from: string, to: string) =>
      mustSucceed(await provider.listCredits(context(), from, to)).filter(({ chargeKey }) => chargeKey === key);
    assertSame(await listed(...inside), [{ endToEndId, chargeKey: key, amount: 15_000n, at: paidAt }]);
    assertSame(await listed(...after), []);
  },

  'reports another amount and another payer': needing(['payOtherwise'], async (scene) => {
    const { context, created, ask, pay, arm } = scene;
    const key = await created();
    await arm('payOtherwise');
    await pay(context(), key, { amountCents: 14_999n, payerTaxId: OTHER_TAX_ID });
    const { state, payments } = await ask(key);
    assertContains({ state, payments }, { state: 'PAID', payments: [{ amount: 14_999n, refunded: 0n }] });
    assert.notEqual(payments[0]!.payer?.matchesExpected, true);
  }),

  'reports no payment whose money the bank holds, and reports it when it is free': needing(
    ['holdPayment', 'freePayment'],
    async ({ context, created, ask, pay, arm }) => {
      const key = await created();
      await arm('holdPayment');
      await pay(context(), key);
      assertContains(await ask(key), { state: 'ACTIVE', payments: [] });
      await arm('freePayment');
      assertContains(await ask(key), { state: 'PAID', payments: [{ amount: 15_000n }] });
    },
  ),

  'reports a second PIX beside the first': needing(['payAgain'], async ({ context, paid, pay, ask, arm }) => {
    const { key, payment } = await paid();
    await arm('payAgain');
    await pay(context(), key);
    const { payments } = await ask(key);
    assertSame([payments.length, new Set(payments.map(({ endToEndId }) => endToEndId)).size], [2, 2]);
    assertSame(payments[0], payment);
  }),

  'cancels an unpaid charge, again and again': async ({ provider, context, created, ask }) => {
    const key = await created();
    assertContains(mustSucceed(await provider.cancel(context(), { idempotencyKey: key, amount: 15_000n })), {
      state: 'CANCELLED',
    });
    assertContains(mustSucceed(await provider.cancel(context(), { idempotencyKey: key, amount: 15_000n })), {
      state: 'CANCELLED',
    });
    assertContains(await ask(key), { state: 'CANCELLED', payments: [] });
  },

  'cancels no charge that is paid': async ({ provider, context, paid }) => {
    const { key, payment } = await paid();
    assertContains(mustSucceed(await provider.cancel(context(), { idempotencyKey: key, amount: 15_000n })), {
      state: 'PAID',
      payments: [payment],
    });
  },

  'reports a PIX after the cancel': needing(['payAgain'], async ({ provider, context, created, pay, ask, arm }) => {
    const key = await created();
    await provider.cancel(context(), { idempotencyKey: key, amount: 15_000n });
    await arm('payAgain');
    await pay(context(), key);
    assertSame((await ask(key)).payments.length, 1);
  }),
};
