import type { Clock } from '../../../../commands/ports/clock';
import type {
  ChargeProvider,
  ChargeRequest,
  RefundRequest,
} from '../../../../commands/ports/providers/charge-provider';
import type { CallContext } from '../../../../commands/ports/providers/result';
import { freshKey, mustSucceed } from '../../../infra/providers/payout-contract';

/** A provider under test, on a clock that the test moves, and whose payers the test is. */
export interface ChargesUnderTest {
  readonly provider: ChargeProvider;
  readonly clock: Clock & { readonly advance: (ms: number) => void };
  readonly pay: (
    context: CallContext,
    chargeKey: string,
    pix?: { readonly amountCents?: bigint; readonly payerTaxId?: string },
  ) => Promise<unknown>;
  /** A charge whose creation is not answered, though it is made. */
  readonly lostAnswer: Partial<ChargeRequest>;
}

export const PAYER = { taxId: '40442820135', name: 'Fulana' };
export const OTHER_TAX_ID = '63017285995';

/** What every charge provider must do (design: providers, "Rules every adapter obeys" and "Contract tests"). */
export const describeChargeProvider = (name: string, make: () => Promise<ChargesUnderTest>): void => {
  describe(`the charge provider ${name}`, () => {
    let charges: ChargesUnderTest;
    beforeEach(async () => {
      charges = await make();
    });

    const context = (partnerId = 'partner-1'): CallContext => ({
      ...{ requestId: 'request-1', partnerId, mode: charges.provider.mode },
      deadlineMs: charges.clock.now() + 10_000,
    });

    const inSeconds = (seconds: number): string => new Date(charges.clock.now() + seconds * 1_000).toISOString();

    const request = (changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
      ...{ idempotencyKey: freshKey(), amount: 15_000n, payer: PAYER },
      ...{ expiresAt: inSeconds(300), notAfter: inSeconds(15), ...changes },
    });

    const created = async (changes: Partial<ChargeRequest> = {}): Promise<string> => {
      const { idempotencyKey } = mustSucceed(await charges.provider.create(context(), request(changes)));
      return idempotencyKey;
    };

    const ask = async (key: string) => mustSucceed(await charges.provider.get(context(), key));

    const paid = async (pix: Parameters<ChargesUnderTest['pay']>[2] = {}) => {
      const key = await created();
      await charges.pay(context(), key, pix);
      const [payment] = (await ask(key)).payments;
      if (payment === undefined) throw new Error('nobody paid');
      return { key, payment };
    };

    const refundOf = (chargeKey: string, endToEndId: string, changes: Partial<RefundRequest> = {}): RefundRequest => ({
      ...{ idempotencyKey: freshKey(), chargeKey, endToEndId, amount: 15_000n, reason: 'LATE' },
      ...{ notAfter: inSeconds(15), ...changes },
    });

    test('makes a charge once per key, and says what it is', async () => {
      const asked = request();
      const first = mustSucceed(await charges.provider.create(context(), asked));
      expect(first).toMatchObject({ idempotencyKey: asked.idempotencyKey, state: 'ACTIVE', amount: 15_000n });
      expect(first.payments).toEqual([]);
      expect(mustSucceed(await charges.provider.create(context(), asked))).toEqual(first);
      expect(await ask(asked.idempotencyKey)).toEqual(first);
    });

    test('a lost answer is UNKNOWN, and asking finds the charge', async () => {
      const asked = request(charges.lostAnswer);
      expect(await charges.provider.create(context(), asked)).toMatchObject({ ok: false, kind: 'UNKNOWN' });
      expect(await ask(asked.idempotencyKey)).toMatchObject({ state: 'ACTIVE', amount: 15_000n });
    });

    test('the key of another amount is no answer to this one', async () => {
      const key = await created();
      const other = request({ idempotencyKey: key, amount: 15_001n });
      expect(await charges.provider.create(context(), other)).toMatchObject({ ok: false, code: 'PROTOCOL' });
    });

    test('sends nothing too late', async () => {
      const late = request({ notAfter: inSeconds(-1) });
      expect(await charges.provider.create(context(), late)).toMatchObject({ ok: false, kind: 'RETRYABLE' });
      expect(await charges.provider.get(context(), late.idempotencyKey)).toMatchObject({ kind: 'NOT_FOUND' });
    });

    test('tells whole payments: how much, when, by whom, and as one of the day', async () => {
      const { key, payment } = await paid({ amountCents: 14_999n, payerTaxId: OTHER_TAX_ID });
      expect(payment).toMatchObject({ amount: 14_999n, refunded: 0n, payer: { matchesExpected: false } });
      expect(payment.paidAt).toBe(charges.clock.iso());
      expect((await ask(key)).state).toBe('PAID');
      const credits = mustSucceed(await charges.provider.listCredits(context(), inSeconds(-60), inSeconds(60)));
      expect(credits).toContainEqual({
        ...{ endToEndId: payment.endToEndId, chargeKey: key, amount: 14_999n, at: payment.paidAt },
      });
      expect(mustSucceed(await charges.provider.listCredits(context(), inSeconds(1), inSeconds(60)))).toEqual([]);
    });

    test('a second PIX is told beside the first', async () => {
      const { key, payment } = await paid();
      await charges.pay(context(), key);
      const { payments } = await ask(key);
      expect(payments).toHaveLength(2);
      expect(new Set(payments.map(({ endToEndId }) => endToEndId)).size).toBe(2);
      expect(payments[0]).toEqual(payment);
    });

    test('cancels what is unpaid, again and again, and never what is paid', async () => {
      const key = await created();
      expect(mustSucceed(await charges.provider.cancel(context(), key))).toMatchObject({ state: 'CANCELLED' });
      expect(mustSucceed(await charges.provider.cancel(context(), key))).toMatchObject({ state: 'CANCELLED' });
      expect(await ask(key)).toMatchObject({ state: 'CANCELLED', payments: [] });
      const { key: other, payment } = await paid();
      const cancelled = mustSucceed(await charges.provider.cancel(context(), other));
      expect(cancelled).toMatchObject({ state: 'PAID', payments: [payment] });
    });

    test('a PIX after the cancel is told, since money came', async () => {
      const key = await created();
      await charges.provider.cancel(context(), key);
      await charges.pay(context(), key);
      expect((await ask(key)).payments).toHaveLength(1);
    });

    test('refunds once per key, and of a PIX no more than came', async () => {
      const { key, payment } = await paid();
      const whole = refundOf(key, payment.endToEndId);
      const made = mustSucceed(await charges.provider.refund(context(), whole));
      expect(made).toMatchObject({ idempotencyKey: whole.idempotencyKey, amount: 15_000n, state: 'DONE' });
      expect(mustSucceed(await charges.provider.refund(context(), whole))).toEqual(made);
      expect(mustSucceed(await charges.provider.getRefund(context(), whole.idempotencyKey))).toEqual(made);
      expect((await ask(key)).payments[0]).toMatchObject({ refunded: 15_000n });
      const more = refundOf(key, payment.endToEndId, { amount: 1n });
      expect(await charges.provider.refund(context(), more)).toMatchObject({ ok: false, kind: 'REJECTED' });
    });

    test('refunds nothing that it does not know', async () => {
      const { key } = await paid();
      const foreign = refundOf(key, 'E-of-nobody');
      expect(await charges.provider.refund(context(), foreign)).toMatchObject({ kind: 'REJECTED' });
      expect(await charges.provider.getRefund(context(), foreign.idempotencyKey)).toMatchObject({ kind: 'NOT_FOUND' });
      expect(await charges.provider.refund(context(), refundOf('no-charge', 'E1'))).toMatchObject({ kind: 'REJECTED' });
    });

    test('a charge of another partner is not there', async () => {
      const key = await created();
      expect(await charges.provider.get(context('partner-2'), key)).toMatchObject({ kind: 'NOT_FOUND' });
      expect(await charges.provider.cancel(context('partner-2'), key)).toMatchObject({ kind: 'NOT_FOUND' });
    });

    test('parallel calls make one charge, and refund once', async () => {
      const asked = request();
      await Promise.all([1, 2, 3].map(() => charges.provider.create(context(), asked)));
      await charges.pay(context(), asked.idempotencyKey);
      const [payment] = (await ask(asked.idempotencyKey)).payments;
      const refunds = [1, 2, 3].map(() => refundOf(asked.idempotencyKey, payment?.endToEndId ?? ''));
      const answers = await Promise.all(refunds.map((each) => charges.provider.refund(context(), each)));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    });
  });
};
