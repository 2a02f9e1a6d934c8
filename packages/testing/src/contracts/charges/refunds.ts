import { assertContains, assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, mustSucceed } from '../providers';
import type { Scene } from './scene';

export const REFUNDS: Cases<Scene> = {
  'refunds a payment, and no more of it than came': async ({ provider, context, paid, refundOf, ask, arm }) => {
    const { key, payment } = await paid();
    const whole = refundOf(key, payment.endToEndId);
    const { idempotencyKey, amount } = whole;
    const made = mustSucceed(await provider.refund(context(), whole));
    assertContains(made, { idempotencyKey, amount });
    await arm('settleRefunds');
    const done = mustSucceed(await provider.getRefund(context(), whole));
    assertContains(done, { idempotencyKey, amount, state: 'DONE' });
    assertContains((await ask(key)).payments[0], { refunded: amount });
    assertFails(await provider.refund(context(), refundOf(key, payment.endToEndId, 1n)), 'REJECTED');
  },

  'refunds once for a key that is sent twice': needing(['NATIVE'], async (scene) => {
    const { provider, context, paid, refundOf, ask } = scene;
    const { key, payment } = await paid();
    const part = refundOf(key, payment.endToEndId, 5_000n);
    const made = mustSucceed(await provider.refund(context(), part));
    assertSame(mustSucceed(await provider.refund(context(), part)), made);
    assertContains((await ask(key)).payments[0], { refunded: 5_000n });
  }),

  'refunds no unknown payment': async ({ provider, context, paid, refundOf }) => {
    const { key } = await paid();
    const foreign = refundOf(key, 'E-of-another-bank');
    assertFails(await provider.refund(context(), foreign), 'REJECTED');
    assertFails(await provider.getRefund(context(), foreign), 'NOT_FOUND');
    assertFails(await provider.refund(context(), refundOf('no-charge', 'E1')), 'REJECTED');
  },

  'finds a refund whose answer was lost': needing(['loseRefundAnswer'], async (scene) => {
    const { provider, context, paid, refundOf, ask, arm } = scene;
    await arm('loseRefundAnswer');
    const { key, payment } = await paid();
    const refund = refundOf(key, payment.endToEndId);
    assertFails(await provider.refund(context(), refund), 'UNKNOWN');
    await arm('settleRefunds');
    assertContains(mustSucceed(await provider.getRefund(context(), refund)), { state: 'DONE' });
    assertContains((await ask(key)).payments[0], { refunded: refund.amount });
  }),

  'reports a refund that failed, and sends nothing back': needing(['failRefund'], async (scene) => {
    const { provider, context, paid, refundOf, ask, arm } = scene;
    await arm('failRefund');
    const { key, payment } = await paid();
    const refund = refundOf(key, payment.endToEndId);
    mustSucceed(await provider.refund(context(), refund));
    await arm('settleRefunds');
    assertContains(mustSucceed(await provider.getRefund(context(), refund)), { state: 'FAILED' });
    assertContains((await ask(key)).payments[0], { refunded: 0n });
  }),

  'refuses a refund while a dispute is open, as one that may be made after it': needing(
    ['dispute', 'endDispute'],
    async ({ provider, context, paid, refundOf, ask, arm }) => {
      const { key, payment } = await paid();
      await arm('dispute');
      const refund = refundOf(key, payment.endToEndId);
      assertFails(await provider.refund(context(), refund), 'REJECTED', 'DISPUTED');
      const { endToEndId } = payment;
      assertContains(await ask(key), { disputes: [{ endToEndId, amount: 15_000n, state: 'OPENED' }] });
      await arm('endDispute');
      assertContains(await ask(key), { disputes: [{ endToEndId, state: 'REJECTED' }] });
      mustSucceed(await provider.refund(context(), refund));
    },
  ),

  'makes one charge of parallel calls, and refunds its payment once': needing(['NATIVE'], async (scene) => {
    const { provider, context, request, pay, ask, refundOf } = scene;
    const asked = request();
    const { idempotencyKey: key } = asked;
    await Promise.all([1, 2, 3].map(() => provider.create(context(), asked)));
    await pay(context(), key);
    const [payment] = (await ask(key)).payments;
    const refunds = [1, 2, 3].map(() => refundOf(key, payment?.endToEndId ?? ''));
    const answers = await Promise.all(refunds.map((each) => provider.refund(context(), each)));
    assertSame(answers.filter(({ ok }) => ok).length, 1);
  }),
};
