import { providerKeyOf } from '../../../commands/handling/deterministic-ids';
import { recordPayoutOutcome } from '../../../commands/payout/outcome/record-payout-outcome';
import { requestPayout } from '../../../commands/payout/request-payout';
import { resolvePayout } from '../../../commands/payout/resolve-payout';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { typesOf } from '../../core';
import { failed, offering, payout, type Script, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../samples/paid-intent';
import { asked } from '../operator/asked';
import { NOT_PAID } from '../trouble/words';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Two operators decided it as not paid while the provider knew nothing; afterwards it answers as scripted. */
const decided = async (get: NonNullable<Script['get']>) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({
    create: [failed('UNKNOWN', 'TIMEOUT')],
    get: [failed('NOT_FOUND'), failed('NOT_FOUND'), ...get],
  });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  wired.clock.advance(120 * MINUTE_MS);
  for (const by of ['ana', 'bob'])
    await decideStep(wired)({ paymentId: 'cid1', outcome: NOT_PAID, by, mayPropose: true }, asked(deps));
  const decidedMs = wired.clock.now();
  const resolve = (afterMs: number, providers = bank.payoutProviders) => {
    wired.clock.advance(decidedMs + afterMs - wired.clock.now());
    const { providerKey } = deps;
    const work = { stream: 'cashout-cid1', providerKey, causeEventId: 'decided', sinceMs: decidedMs } as const;
    return resolvePayout({ ...wired, payoutProviders: providers })(work);
  };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(8);
  return { deps: wired, bank, decidedMs, resolve, since };
};

test('asks the provider about a payout decided as not paid until its refund time, and once after', async () => {
  const { bank, decidedMs, resolve, since } = await decided([failed('NOT_FOUND')]);
  expect(await resolve(5 * MINUTE_MS)).toEqual({ askAgainAtMs: decidedMs + 10 * MINUTE_MS });
  expect(await resolve(DAY_MS - MINUTE_MS)).toEqual({ askAgainAtMs: decidedMs + DAY_MS });
  expect(await resolve(DAY_MS)).toEqual({ askAgainAtMs: decidedMs + DAY_MS + 5 * MINUTE_MS });
  expect(bank.asked).toHaveLength(5);
  expect(bank.sent).toHaveLength(1);
  expect(await since()).toEqual(['RefundDue']);
});

test.each([
  ['settled', payout('SETTLED')],
  ['settled and returned', payout('RETURNED')],
  ['settled for another amount', payout('SETTLED', { amount: 1n })],
])('alarms when the provider then reports the payment as %s, and keeps the end', async (_what, answer) => {
  const { deps, decidedMs, resolve, since } = await decided([failed('UNAVAILABLE'), answer, answer]);
  await resolve(5 * MINUTE_MS);
  for (const minutes of [10, 15])
    expect(await resolve(minutes * MINUTE_MS)).toEqual({ askAgainAtMs: decidedMs + (minutes + 5) * MINUTE_MS });
  expect(await since()).toEqual(['RefundDue', 'PayoutContradicted']);
  const told = deps.alerts.filter(({ what }) => what === 'A provider contradicts itself about a payout');
  expect(told).toHaveLength(1);
});

test.each([
  ['a failure', payout('FAILED')],
  ['a payout on its way', payout('PROCESSING')],
  ['another key', payout('SETTLED', { idempotencyKey: 'another' })],
  ['a timeout', failed('UNAVAILABLE')],
  ['a refused question', failed('REJECTED', 'AUTH')],
])('asks again about %s, and records and sends no change', async (_what, answer) => {
  const { bank, decidedMs, resolve, since } = await decided([answer]);
  expect(await resolve(5 * MINUTE_MS)).toEqual({ askAgainAtMs: decidedMs + 10 * MINUTE_MS });
  expect(await since()).toEqual(['RefundDue']);
  expect(bank.sent).toHaveLength(1);
});

describe('a payout decided as paid under one key while the provider of the other key was away', () => {
  const [key1, key2] = [providerKeyOf('cid1', 1), providerKeyOf('cid1', 2)];
  const settlement = { providerId: 'sbx_1', amountCents: '14999', endToEndId: 'E1', receiptUrl: null };

  const paid = async () => {
    const deps = await withRequestedPayout();
    const refused = failed('REJECTED', 'INSUFFICIENT_FUNDS');
    const one = scriptedProvider({ create: [refused], get: [payout('SETTLED', { amount: 14_999n })], name: 'one' });
    const two = scriptedProvider({ create: [failed('UNKNOWN')], get: [payout('SETTLED')], name: 'two' });
    const through = ({ provider }: typeof one) => ({ ...deps, payoutProviders: offering(provider) });
    await dispatchPayout(through(one))(step);
    deps.clock.advance(MINUTE_MS);
    const again = { ...step, causeEventId: 'rejected' };
    await requestPayout(through(two))(again);
    await dispatchPayout(through(two))(again);
    await recordPayoutOutcome(deps)({
      ...{ stream: 'cashout-cid1', providerKey: key1, causeEventId: 'late', dispatchedAt: null },
      outcome: { kind: 'SETTLED', ...settlement },
    });
    deps.clock.advance(120 * MINUTE_MS);
    const end = { how: 'PAID', endToEndId: 'E77-1' } as const;
    for (const by of ['ana', 'bob'])
      await decideStep(through(one))({ paymentId: 'cid1', outcome: end, by, mayPropose: true }, asked(deps));
    const resolve = (banks: readonly PayoutProvider[]) => {
      const work = {
        stream: 'cashout-cid1',
        providerKey: key1,
        causeEventId: 'decided',
        sinceMs: deps.clock.now(),
      } as const;
      return resolvePayout({ ...deps, payoutProviders: offering(...banks) })(work);
    };
    const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(8);
    return { deps, one, two, resolve, since };
  };

  const ENDED = ['PayoutContradicted', 'PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted'];

  test('asks about both keys, and alarms when the other one was paid', async () => {
    const { deps, one, two, resolve, since } = await paid();
    expect(await since()).toEqual(ENDED);
    expect(await resolve([one.provider])).toEqual({ askAgainAtMs: deps.clock.now() + 5 * MINUTE_MS });
    expect(await since()).toEqual(ENDED);
    expect(await resolve([one.provider, two.provider])).toMatchObject({ askAgainAtMs: expect.any(Number) as number });
    expect(two.asked).toEqual([key2]);
    expect(await since()).toEqual([...ENDED, 'PayoutContradicted']);
  });
});

test('repeats no alarm for an answer given before the decision', async () => {
  const deps = await withRequestedPayout();
  const short = payout('SETTLED', { amount: 14_999n });
  const away = failed('UNAVAILABLE');
  const bank = scriptedProvider({ create: [failed('UNKNOWN')], get: [short, away, away, short] });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  const { providerKey, clock } = deps;
  const resolve = (causeEventId: string) =>
    resolvePayout(wired)({ stream: 'cashout-cid1', providerKey, causeEventId, sinceMs: clock.now() });
  await dispatchPayout(wired)(step);
  await resolve('dispatched');
  clock.advance(120 * MINUTE_MS);
  const end = { how: 'PAID', endToEndId: 'E77-1' } as const;
  for (const by of ['ana', 'bob'])
    await decideStep(wired)({ paymentId: 'cid1', outcome: end, by, mayPropose: true }, asked(deps));
  deps.alerts.length = 0;
  expect(await resolve('decided')).toEqual({ askAgainAtMs: clock.now() + 5 * MINUTE_MS });
  const since = (await typesOf(deps.eventStore, 'cashout-cid1')).slice(5);
  expect(since).toEqual(['PayoutContradicted', 'PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted']);
  expect([bank.asked.length, deps.alerts]).toEqual([4, []]);
});

test('reports a missing provider to a person, and asks it again once it is configured', async () => {
  const { deps, decidedMs, resolve } = await decided([]);
  expect(await resolve(5 * MINUTE_MS, offering())).toEqual({ askAgainAtMs: decidedMs + 10 * MINUTE_MS });
  expect(deps.alerts.at(-1)).toMatchObject({ facts: { provider: 'scripted' } });
});
