import { isAnotherPayee } from '../../../commands/payout/payees';
import type { Clock } from '../../../commands/ports/clock';
import type { Payout, PayoutProvider, PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import fc, { runsAtCost } from '../../properties';

/** Each run is an order to a provider, often over HTTP. */
const ORDERS = runsAtCost(5);

/** A provider under test, on a clock that the test moves. */
export interface ProviderUnderTest {
  readonly provider: PayoutProvider;
  readonly clock: Clock & { readonly advance: (ms: number) => void };
}

/** What a provider must be able to be asked for by the suite: orders that run in a known way. */
export interface KnownOrders {
  /** Paid without trouble within `settlesWithinMs`. */
  readonly good: PayoutRequest['method'];
  readonly settlesWithinMs: number;
  /** An order that is refused for good. */
  readonly refused: Partial<PayoutRequest>;
  /** create does not get to know the outcome, though the order is paid. */
  readonly lostAnswer: Partial<PayoutRequest>;
  /** The provider answers with another amount. */
  readonly otherAmount: Partial<PayoutRequest>;
}

let keys = 0;
/** A key that no other test of the run uses. */
export const freshKey = (): string => {
  keys += 1;
  return `key-${process.pid}-${keys}`;
};

export const mustSucceed = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.kind} ${result.code}: ${result.message}`);
  return result.value;
};

/** What every payout provider must do (design: providers, "Rules every adapter obeys" and "Contract tests"). */
export const describePayoutProvider = (
  name: string,
  make: () => Promise<ProviderUnderTest>,
  known: KnownOrders,
): void => {
  describe(`the payout provider ${name}`, () => {
    let provider: PayoutProvider;
    let clock: ProviderUnderTest['clock'];
    beforeEach(async () => {
      ({ provider, clock } = await make());
    });

    const context = (partnerId = 'partner-1'): CallContext => ({
      requestId: 'request-1',
      partnerId,
      mode: provider.mode,
      deadlineMs: clock.now() + 10_000,
    });

    const order = (changes: Partial<PayoutRequest> = {}): PayoutRequest => ({
      idempotencyKey: freshKey(),
      amount: 1_234n,
      method: known.good,
      notAfter: new Date(clock.now() + 15_000).toISOString(),
      ...changes,
    });

    const all = async (partnerId?: string): Promise<readonly Payout[]> =>
      mustSucceed(await provider.list(context(partnerId), '2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'));

    test('pays, and says so under the same key', async () => {
      const request = order();
      const created = mustSucceed(await provider.create(context(), request));
      expect(created).toMatchObject({ idempotencyKey: request.idempotencyKey, amount: 1_234n });
      clock.advance(known.settlesWithinMs);
      const settled = mustSucceed(await provider.get(context(), request.idempotencyKey));
      expect(settled).toMatchObject({ state: 'SETTLED', amount: 1_234n, providerId: created.providerId });
      expect(Date.parse(settled.settledAt ?? '')).not.toBeNaN();
      expect(settled.endToEndId).toBeTruthy();
    });

    test('pays once for a key that is sent twice', async () => {
      const request = order();
      const first = mustSucceed(await provider.create(context(), request));
      const second = mustSucceed(await provider.create(context(), { ...request }));
      expect(second.providerId).toBe(first.providerId);
      expect((await all()).filter(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey)).toHaveLength(1);
    });

    test('pays once for a key that is sent by many at the same moment', async () => {
      const request = order();
      const results = await Promise.all(Array.from({ length: 20 }, () => provider.create(context(), request)));
      expect(new Set(results.map((result) => mustSucceed(result).providerId)).size).toBe(1);
      expect((await all()).filter(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey)).toHaveLength(1);
    });

    test('pays twice for two keys', async () => {
      const [one, two] = [order(), order()];
      const created = [await provider.create(context(), one), await provider.create(context(), two)];
      expect(new Set(created.map((result) => mustSucceed(result).providerId)).size).toBe(2);
    });

    test('finds a payout whose answer was lost, and never calls it failed by itself', async () => {
      const request = order(known.lostAnswer);
      expect(await provider.create(context(), request)).toMatchObject({ ok: false, kind: 'UNKNOWN' });
      const found = mustSucceed(await provider.get(context(), request.idempotencyKey));
      expect(['CREATED', 'ACCEPTED', 'PROCESSING', 'SETTLED']).toContain(found.state);
    });

    test('refuses for good when it refuses, at every call', async () => {
      const request = order(known.refused);
      expect(await provider.create(context(), request)).toMatchObject({ ok: false, kind: 'REJECTED' });
      expect(await provider.create(context(), request)).toMatchObject({ ok: false, kind: 'REJECTED' });
      clock.advance(known.settlesWithinMs);
      const asked = await provider.get(context(), request.idempotencyKey);
      expect(asked.ok ? asked.value.state : asked.kind).toMatch(/^(?:FAILED|NOT_FOUND)$/);
    });

    test('says NOT_FOUND of a key that it never saw', async () => {
      expect(await provider.get(context(), freshKey())).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
    });

    test("says NOT_FOUND of another partner's key, and does not list it", async () => {
      const request = order();
      mustSucceed(await provider.create(context(), request));
      const asked = await provider.get(context('partner-2'), request.idempotencyKey);
      expect(asked).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
      const listed = await all('partner-2');
      expect(listed.map(({ idempotencyKey }) => idempotencyKey)).not.toContain(request.idempotencyKey);
    });

    test('takes another amount in the answer for a breach of protocol, and says so or tells it when it is asked', async () => {
      const request = order(known.otherAmount);
      const breach = { ok: false, kind: 'UNKNOWN', code: 'PROTOCOL' };
      expect(await provider.create(context(), request)).toMatchObject(breach);
      clock.advance(known.settlesWithinMs);
      const asked = await provider.get(context(), request.idempotencyKey);
      if (!asked.ok) expect(asked).toMatchObject(breach);
      else expect([asked.value.state, asked.value.amount === request.amount]).toEqual(['SETTLED', false]);
    });

    test('takes another amount under a known key for a breach of protocol, and pays nothing more', async () => {
      const request = order();
      mustSucceed(await provider.create(context(), request));
      const other = await provider.create(context(), { ...request, amount: 999n });
      expect(other).toMatchObject({ ok: false, kind: 'UNKNOWN', code: 'PROTOCOL' });
      expect(mustSucceed(await provider.get(context(), request.idempotencyKey)).amount).toBe(1_234n);
    });

    test('sends nothing after notAfter, and says that it may be sent again', async () => {
      const request = order({ notAfter: new Date(clock.now() - 1).toISOString() });
      expect(await provider.create(context(), request)).toMatchObject({ ok: false, kind: 'RETRYABLE' });
      expect(await provider.get(context(), request.idempotencyKey)).toMatchObject({ kind: 'NOT_FOUND' });
    });

    test('sends nothing after the deadline, and reads nothing', async () => {
      const late = { ...context(), deadlineMs: clock.now() };
      const request = order();
      expect(await provider.create(late, request)).toMatchObject({ ok: false, kind: 'RETRYABLE' });
      expect(await provider.get(late, request.idempotencyKey)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
      expect(await provider.get(context(), request.idempotencyKey)).toMatchObject({ kind: 'NOT_FOUND' });
    });

    test('lists what it took in a window of time', async () => {
      const request = order();
      const from = clock.iso();
      mustSucceed(await provider.create(context(), request));
      clock.advance(1);
      const to = clock.iso();
      clock.advance(1);
      const [inside, after] = [await provider.list(context(), from, to), await provider.list(context(), to, to)];
      expect(mustSucceed(inside).map(({ idempotencyKey }) => idempotencyKey)).toEqual([request.idempotencyKey]);
      expect(mustSucceed(after)).toEqual([]);
    });

    test('A18: tells no payee of an order that could be taken for another one', async () => {
      const request = order();
      const created = mustSucceed(await provider.create(context(), request));
      const told = [created, mustSucceed(await provider.get(context(), request.idempotencyKey)), ...(await all())];
      for (const { payee } of told) expect([payee, isAnotherPayee(payee, request.method)]).toEqual([payee, false]);
    });

    test('A7: has a name, and pays something', () => {
      expect(provider.name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(provider.kinds).toContain(known.good.kind);
    });

    test('answers the very cents that it was given', async () => {
      const amounts = fc.oneof(fc.constantFrom(1n, 10n, 99n, 100n, 10n ** 11n), fc.bigInt({ min: 1n, max: 60_000n }));
      const property = fc.asyncProperty(amounts, async (amount) => {
        const created = mustSucceed(await provider.create(context(), order({ amount })));
        expect(created.amount).toBe(amount);
      });
      await fc.assert(property, { numRuns: ORDERS });
    });
  });
};
