import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PayoutRequest } from '../../../../../commands/ports/providers/payout-provider';
import { assertContains, assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, inMs, mustSucceed } from '../providers';
import type { Scene } from './scene';

const assertOnce = async ({ keys }: Scene, { idempotencyKey }: PayoutRequest): Promise<void> => {
  const listed = await keys();
  assertSame(listed.filter((key) => key === idempotencyKey).length, 1);
};

export const ORDERS: Cases<Scene> = {
  'pays an order, and reports it under its key': needing(['settle'], async ({ order, create, get, arm }) => {
    const request = order();
    const { idempotencyKey, amount } = request;
    const created = mustSucceed(await create(request));
    assertContains(created, { idempotencyKey, amount });
    await arm('settle');
    const settled = mustSucceed(await get(request));
    assertContains(settled, { state: 'SETTLED', amount, providerId: created.providerId });
    assert.ok(Date.parse(settled.settledAt ?? '') > 0, 'settledAt is a time');
    const isPix = ['PIX_KEY', 'PIX_BRCODE'].includes(request.method.kind);
    assert.ok(settled.endToEndId ?? !isPix, 'endToEndId is there of a PIX');
  }),

  'pays once for a key that is sent twice': needing(['NATIVE'], async (scene) => {
    const request = scene.order();
    const first = mustSucceed(await scene.create(request));
    const second = mustSucceed(await scene.create({ ...request }));
    assertSame(second.providerId, first.providerId);
    await assertOnce(scene, request);
  }),

  'pays once for a key that is sent by many at the same moment': needing(['NATIVE'], async (scene) => {
    const request = scene.order();
    const results = await Promise.all(Array.from({ length: 20 }, () => scene.create(request)));
    assertSame(new Set(results.map((result) => mustSucceed(result).providerId)).size, 1);
    await assertOnce(scene, request);
  }),

  'pays twice for two keys': async ({ order, create }) => {
    const created = [await create(order()), await create(order())];
    assertSame(new Set(created.map((result) => mustSucceed(result).providerId)).size, 2);
  },

  'pays the exact cents of the order': async ({ order, create, runs, largest }) => {
    const amounts = fc.oneof(fc.constantFrom(1n, 10n, 99n, 100n, largest), fc.bigInt({ min: 1n, max: 60_000n }));
    const property = fc.asyncProperty(amounts, async (amount) => {
      assertSame(mustSucceed(await create(order({ amount }))).amount, amount);
    });
    await fc.assert(property, { numRuns: runs });
  },

  'sends no order after notAfter, and says that it may be sent again': async ({ order, create, get, clock }) => {
    const request = order({ notAfter: inMs(clock, -1) });
    assertFails(await create(request), 'RETRYABLE');
    assertFails(await get(request), 'NOT_FOUND');
  },

  'sends nothing after the deadline, and reads nothing': async ({ provider, order, asked, context, get, clock }) => {
    const late = { ...context(), deadlineMs: clock.now() };
    const request = order();
    assertFails(await provider.create(late, request), 'RETRYABLE');
    assertFails(await provider.get(late, asked(request)), 'UNAVAILABLE');
    assertFails(await get(request), 'NOT_FOUND');
  },
};
