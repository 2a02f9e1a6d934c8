import { assertContains, assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, mustSucceed } from '../providers';
import type { Scene } from './scene';

export const REFUNDS: Cases<Scene> = {
  'refunds a payment, and no more of it than came': async ({ provider, context, paid, refundOf, ask }) => {
    const { key, payment } = await paid();
    const whole = refundOf(key, payment.endToEndId);
    const { idempotencyKey, amount } = whole;
    const made = mustSucceed(await provider.refund(context(), whole));
    assertContains(made, { idempotencyKey, amount, state: 'DONE' });
    assertSame(mustSucceed(await provider.getRefund(context(), idempotencyKey)), made);
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
    assertFails(await provider.getRefund(context(), foreign.idempotencyKey), 'NOT_FOUND');
    assertFails(await provider.refund(context(), refundOf('no-charge', 'E1')), 'REJECTED');
  },

  'finds a refund whose answer was lost': needing(['loseRefundAnswer'], async (scene) => {
    const { provider, context, paid, refundOf, ask, arm } = scene;
    await arm('loseRefundAnswer');
    const { key, payment } = await paid();
    const refund = refundOf(key, payment.endToEndId);
    assertFails(await provider.refund(context(), refund), 'UNKNOWN');
    assertContains(mustSucceed(await provider.getRefund(context(), refund.idempotencyKey)), { state: 'DONE' });
    assertContains((await ask(key)).payments[0], { refunded: refund.amount });
  }),

  'reports a refund that failed, and sends nothing back': needing(['failRefund'], async (scene) => {
    const { provider, context, paid, refundOf, ask, arm } = scene;
    await arm('failRefund');
    const { key, payment } = await paid();
    const refund = refundOf(key, payment.endToEndId);
    assertContains(mustSucceed(await provider.refund(context(), refund)), { state: 'FAILED' });
    assertContains(mustSucceed(await provider.getRefund(context(), refund.idempotencyKey)), { state: 'FAILED' });
    assertContains((await ask(key)).payments[0], { refunded: 0n });
  }),

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
