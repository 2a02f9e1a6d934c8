import type { PayoutRequest } from '../../../../commands/ports/providers/payout-provider';
import { freshKey } from '../../../../packages/testing/src/contracts/providers';
import { KEY } from '../bank-world';
import { openWorld, type WooviWorld } from './world';

let world: WooviWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const FORM_ONLY = { ok: true, value: { payeeName: null } };
const call = (userId: string) => ({ ...world.call, userId, deadlineMs: world.clock.now() + 10_000 });
const resolve = (userId: string, key = `${userId}-${freshKey()}@exemplo.com`) =>
  world.provider.resolveKey(call(userId), { keyType: 'EMAIL', key });

const pay = (lookUpId: string | undefined): Promise<unknown> => {
  const method = { ...KEY, ...(lookUpId === undefined ? {} : { lookUpId }) };
  const notAfter = new Date(world.clock.now() + 15_000).toISOString();
  const order: PayoutRequest = { idempotencyKey: freshKey(), amount: 100n, method, notAfter };
  return world.provider.create(call('payer'), order);
};

test('keeps a look-up for ten minutes, and makes one payment with it', async () => {
  const first = await resolve('ana', KEY.key);
  expect(first).toMatchObject({ ok: true, value: { payeeName: 'Fulano de Tal' } });
  const lookUpId = first.ok ? first.value.lookUpId : undefined;
  expect(await resolve('bob', KEY.key)).toEqual({ ok: true, value: { payeeName: null, lookUpId } });
  await pay(lookUpId);
  await pay(lookUpId);
  const sent = world.server.served.filter(({ path }) => path === '/api/v1/payment').map(({ body }) => body);
  expect(sent.map((body) => body.includes(lookUpId ?? '-'))).toEqual([true, false]);
  world.clock.advance(600_001);
  await resolve('ana', KEY.key);
  expect(world.server.books.lookUps).toBe(2);
});

test('quotes by the form alone after five look-ups without a payment, until one is paid', async () => {
  const [first] = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((user) => resolve(user)));
  expect([await resolve('f'), world.server.books.lookUps]).toEqual([FORM_ONLY, 5]);
  await pay(first?.ok ? first.value.lookUpId : undefined);
  expect(await resolve('f')).toMatchObject({ ok: true, value: { payeeName: 'Fulano de Tal' } });
});

test('lets one user spend at most two of them, including missing keys', async () => {
  world.server.books.missingKeys.add('missing@exemplo.com');
  expect(await resolve('ana', 'missing@exemplo.com')).toMatchObject({ kind: 'REJECTED', code: 'KEY_NOT_FOUND' });
  await resolve('ana');
  expect(await resolve('ana')).toEqual(FORM_ONLY);
  expect(await resolve('bob')).toMatchObject({ ok: true, value: { payeeName: 'Fulano de Tal' } });
});

test('counts a look-up whose payment was refused', async () => {
  const first = await resolve('ana');
  world.server.books.next = { failure: 'AC07 - conta encerrada' };
  await pay(first.ok ? first.value.lookUpId : undefined);
  await Promise.all(['b', 'c', 'd', 'e'].map((user) => resolve(user)));
  expect(await resolve('f')).toEqual(FORM_ONLY);
});

test('reserves the last third of the tokens for payments', async () => {
  world.server.books.tokens = 166;
  expect([await resolve('ana'), world.server.books.lookUps]).toEqual([FORM_ONLY, 0]);
  world.server.books.tokens = 400;
  expect(await resolve('ana')).toEqual(FORM_ONLY);
  world.clock.advance(60_000);
  expect(await resolve('ana')).toMatchObject({ ok: true, value: { payeeName: 'Fulano de Tal' } });
});

test('refuses only quotes of new keys while Woovi accepts no more look-ups', async () => {
  await resolve('ana', KEY.key);
  world.server.arm('RATE_LIMITED', 'POST /api/v1/pix-keys/check');
  for (const user of ['bob', 'eve']) expect(await resolve(user)).toMatchObject({ ok: false, kind: 'RATE_LIMITED' });
  expect(await resolve('bob', KEY.key)).toMatchObject({ ok: true });
  expect(await pay(undefined)).toMatchObject({ ok: true });
  world.clock.advance(600_000);
  expect(await resolve('bob')).toMatchObject({ ok: true, value: { payeeName: 'Fulano de Tal' } });
});
