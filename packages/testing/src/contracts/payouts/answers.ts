import assert from 'node:assert/strict';
import { isAnotherPayee } from '../../../../../commands/payout/payees';
import { assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { assertFails, daysFrom, mustSucceed, windowsAround } from '../providers';
import type { Scene } from './scene';

export const ANSWERS: Cases<Scene> = {
  'says NOT_FOUND of a key that it never saw': async ({ order, get }) => assertFails(await get(order()), 'NOT_FOUND'),

  "says NOT_FOUND of another partner's key, and does not list it": needing(
    ['PARTNER'],
    async ({ provider, order, create, asked, context, keys }) => {
      const request = order();
      mustSucceed(await create(request));
      assertFails(await provider.get(context('partner-2'), asked(request)), 'NOT_FOUND');
      assert.ok(!(await keys('partner-2')).includes(request.idempotencyKey), 'listed to another partner');
    },
  ),

  'lists the orders of a window of time': async ({ provider, order, create, context, clock, traits }) => {
    const request = order();
    const listed = async (from: string, to: string) =>
      mustSucceed(await provider.list(context(), from, to)).filter(
        ({ idempotencyKey }) => idempotencyKey === request.idempotencyKey,
      ).length;
    const { inside, after } = await windowsAround(clock, traits.window, async () => mustSucceed(await create(request)));
    assertSame([await listed(...inside), await listed(...after)], [1, 0]);
  },

  'reports no payee of an order that could be taken for another one': async (scene) => {
    const { provider, order, create, get, context, clock } = scene;
    const request = order();
    const created = mustSucceed(await create(request));
    const listed = mustSucceed(await provider.list(context(), ...daysFrom(clock, -1, 1)));
    const own = listed.filter(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey);
    for (const { payee } of [created, mustSucceed(await get(request)), ...own])
      assertSame([payee, isAnotherPayee(payee, request.method)], [payee, false]);
  },

  'has a name, pays something, and is declared as it is': async ({ provider, method, traits }) => {
    assert.match(provider.name, /^[a-z][a-z0-9-]*$/);
    assert.ok(provider.kinds.includes(method.kind), `pays ${method.kind}`);
    const { idempotency, books = 'PARTNER' } = traits;
    assertSame([provider.idempotency, provider.books], [idempotency, books]);
  },
};
