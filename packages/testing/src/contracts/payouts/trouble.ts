import assert from 'node:assert/strict';
import { assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, daysFrom, mustSucceed } from '../providers';
import type { Scene } from './scene';

export const TROUBLE: Cases<Scene> = {
  'finds a payout whose answer was lost, and never calls it failed by itself': needing(
    ['loseAnswer'],
    async ({ order, create, get, arm }) => {
      const request = order();
      await arm('loseAnswer');
      assertFails(await create(request), 'UNKNOWN');
      const { state } = mustSucceed(await get(request));
      assert.ok(['CREATED', 'ACCEPTED', 'PROCESSING', 'SETTLED'].includes(state), state);
    },
  ),

  'says that an order that was not sent may be sent again': needing(
    ['refuseConnection'],
    async ({ order, create, get, arm }) => {
      const request = order();
      await arm('refuseConnection');
      assertFails(await create(request), 'RETRYABLE');
      assertFails(await get(request), 'NOT_FOUND');
    },
  ),

  'says UNAVAILABLE of a question without an answer, and knows the payout afterwards': needing(
    ['unavailable'],
    async ({ order, create, get, arm }) => {
      const request = order();
      const { providerId } = mustSucceed(await create(request));
      await arm('unavailable');
      assertFails(await get(request), 'UNAVAILABLE');
      assertSame(mustSucceed(await get(request)).providerId, providerId);
    },
  ),

  'refuses an order for good, and never pays it': needing(['reject'], async ({ order, create, get, arm }) => {
    const request = order();
    await arm('reject');
    assertFails(await create(request), 'REJECTED');
    await arm('settle');
    const asked = await get(request);
    assert.match(asked.ok ? asked.value.state : asked.kind, /^(?:FAILED|NOT_FOUND)$/);
  }),

  'refuses a refused key at every call': needing(['reject', 'NATIVE'], async ({ order, create, arm }) => {
    const request = order();
    await arm('reject');
    assertFails(await create(request), 'REJECTED');
    assertFails(await create(request), 'REJECTED');
  }),

  'takes another amount in the answer for a breach of protocol and reports it, or never pays it': needing(
    ['wrongAmount', 'settle'],
    async ({ order, create, get, arm }) => {
      const request = order();
      await arm('wrongAmount');
      const created = await create(request);
      await arm('settle');
      if (!created.ok && created.code === 'AMOUNT_MISMATCH') {
        assertFails(created, 'REJECTED');
        assertFails(await get(request), 'NOT_FOUND');
        return;
      }
      assertFails(created, 'UNKNOWN', 'PROTOCOL');
      const asked = await get(request);
      if (!asked.ok) assertFails(asked, 'UNKNOWN', 'PROTOCOL');
      else assertSame([asked.value.state, asked.value.amount === request.amount], ['SETTLED', false]);
    },
  ),

  'takes another amount under a known key for a breach of protocol, and pays nothing more': needing(
    ['NATIVE'],
    async ({ order, create, get }) => {
      const request = order();
      mustSucceed(await create(request));
      assertFails(await create({ ...request, amount: 999n }), 'UNKNOWN', 'PROTOCOL');
      assertSame(mustSucceed(await get(request)).amount, request.amount);
    },
  ),

  'goes on with an order that waits for its approval, under its key, and pays it once': needing(
    ['unapproved', 'approvable', 'NATIVE'],
    async ({ order, create, get, keys, arm }) => {
      const request = order();
      await arm('unapproved');
      for (let sendings = 0; sendings < 2; sendings += 1) {
        assertFails(await create(request), 'UNKNOWN', 'UNAPPROVED');
        assertFails(await get(request), 'NOT_FOUND', 'UNAPPROVED');
        assert.ok(!(await keys()).includes(request.idempotencyKey), 'listed before it was executed');
      }
      await arm('approvable');
      assertSame(mustSucceed(await create(request)).amount, request.amount);
      assertSame((await keys()).filter((key) => key === request.idempotencyKey).length, 1);
    },
  ),

  'takes an unlisted status for unknown, and lists the order as one that may be paid': needing(
    ['unlistedStatus'],
    async ({ provider, order, create, get, context, clock, arm }) => {
      const request = order();
      mustSucceed(await create(request));
      await arm('unlistedStatus');
      assertFails(await get(request), 'UNKNOWN', 'PROTOCOL');
      await arm('unlistedStatus');
      const listed = mustSucceed(await provider.list(context(), ...daysFrom(clock, -1, 1)));
      const own = listed.find(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey);
      assertSame(own?.state, 'PROCESSING');
    },
  ),
};
