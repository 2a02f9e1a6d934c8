import { type ResolvePayout, resolvePayout } from '../../../commands/payout/resolve-payout';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { typesOf } from '../../core';
import { failed, offering, payout, type Script, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../samples/paid-intent';

const SENT_MS = Date.parse(time(0));

/** Sent at noon; `create` answers once. */
const afterDispatch = async (create: NonNullable<Script['create']>, script: Script = {}) => {
  const deps = await withRequestedPayout(script.mode);
  const bank = scriptedProvider({ create, ...script });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  const { providerKey } = deps;
  const resolve = (afterMs: number, work: Partial<ResolvePayout> = {}) => {
    wired.clock.advance(SENT_MS + afterMs - wired.clock.now());
    const cause = `look${afterMs}`;
    return resolvePayout(wired)({
      stream: 'cashout-cid1',
      providerKey,
      causeEventId: cause,
      sinceMs: SENT_MS,
      ...work,
    });
  };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(3);
  return { deps: wired, bank, resolve, since };
};

const sentAndOpen = (script: Script) => afterDispatch([payout('ACCEPTED')], script);
const silent = (script: Script) => afterDispatch([failed('UNKNOWN', 'TIMEOUT')], script);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('an answer of the provider', () => {
  test('completes a settled payout', async () => {
    const { resolve, since, bank, deps } = await sentAndOpen({ get: [payout('SETTLED')] });
    expect(await resolve(2 * SECOND)).toBe('done');
    expect(await since()).toEqual(['PayoutDispatched', 'PayoutSettled', 'CashoutCompleted']);
    expect(bank.asked).toEqual([deps.providerKey]);
  });

  test('alarms once about another amount, and asks again', async () => {
    const { resolve, since, deps } = await silent({ get: [payout('SETTLED', { amount: 1n })] });
    expect(await resolve(2 * SECOND)).toEqual({ askAgainAtMs: SENT_MS + 5 * SECOND });
    expect(await resolve(5 * SECOND)).toEqual({ askAgainAtMs: SENT_MS + 15 * SECOND });
    expect((await since()).slice(2)).toEqual(['PayoutContradicted']);
    expect(deps.alerts).toHaveLength(1);
  });

  test.each([
    ['a refused question', failed('REJECTED', 'AUTH')],
    ['no answer', failed('UNAVAILABLE', 'TIMEOUT')],
    ['an answer that cannot be true', failed('UNKNOWN', 'PROTOCOL')],
    ['an adapter that throws', new Error('bug')],
  ])('records no further outcome after %s', async (_name, answer) => {
    const { resolve, since } = await silent({ get: [answer] });
    expect(await resolve(2 * SECOND)).toEqual({ askAgainAtMs: SENT_MS + 5 * SECOND });
    expect(await since()).toEqual(['PayoutDispatched', 'PayoutOutcomeUnknown']);
  });
});

describe('the time of the next question', () => {
  test.each([
    [0, 2 * SECOND],
    [2 * SECOND, 5 * SECOND],
    [5 * SECOND, 15 * SECOND],
    [14_999, 15 * SECOND],
    [15 * SECOND, 60 * SECOND],
    [60 * SECOND, 6 * MINUTE],
    [6 * MINUTE, 11 * MINUTE],
  ])('asks %i ms after the sending again at %i ms', async (afterMs, nextMs) => {
    const { resolve } = await sentAndOpen({ get: [payout('PROCESSING')] });
    expect(await resolve(afterMs)).toEqual({ askAgainAtMs: SENT_MS + nextMs });
  });
});

describe('a payout without an answer', () => {
  test('is UNKNOWN 15 s after it could last be sent, and not before', async () => {
    const { resolve, since } = await sentAndOpen({ get: [payout('PROCESSING')] });
    await resolve(29_999);
    expect(await since()).toEqual(['PayoutDispatched']);
    await resolve(30 * SECOND);
    await resolve(31 * SECOND);
    expect(await since()).toEqual(['PayoutDispatched', 'PayoutOutcomeUnknown']);
  });

  test.each([
    [15 * MINUTE, 0, undefined],
    [15 * MINUTE + 1, 1, 'The outcome of a payout is unknown'],
    [120 * MINUTE, 1, 'The outcome of a payout is unknown'],
    [120 * MINUTE + 1, 1, 'The outcome of a payout is unknown: an operator must decide'],
  ])('raises after %i ms %i alert', async (afterMs, count, what) => {
    const { resolve, deps } = await silent({ get: [payout('PROCESSING')] });
    await resolve(afterMs);
    expect(deps.alerts.map((alert) => alert.what)).toEqual(count === 0 ? [] : [what]);
    for (const { facts } of deps.alerts)
      expect(facts).toEqual({ stream: 'cashout-cid1', providerKey: deps.providerKey });
  });
});

describe('a payout that its provider does not find (rule 5)', () => {
  const lost = [failed('NOT_FOUND')];
  const resent = ['PayoutDispatched', 'PayoutOutcomeUnknown', 'PayoutDispatched'];
  const again = [failed('UNKNOWN', 'TIMEOUT'), payout('ACCEPTED')];

  test('is sent again under the same key 10 min after it became unknown', async () => {
    const { resolve, since, bank, deps } = await afterDispatch(again, { get: lost });
    await resolve(10 * MINUTE);
    expect(await since()).toEqual(resent);
    expect(bank.sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual([deps.providerKey, deps.providerKey]);
    expect(bank.listed).toEqual([[time(-600), time(600)]]);
  });

  test('is not sent again before it is UNKNOWN, because another worker may send it', async () => {
    const { resolve, bank } = await sentAndOpen({ get: lost });
    await resolve(29 * SECOND, { sinceMs: SENT_MS - 60 * MINUTE });
    expect(bank.sent).toHaveLength(1);
  });

  test('is sent again after another 10 min, and its alert counts from the first time', async () => {
    const { resolve, bank, deps } = await afterDispatch([failed('UNKNOWN', 'TIMEOUT')], { get: lost });
    await resolve(10 * MINUTE);
    await resolve(15 * MINUTE + 1);
    expect(bank.sent).toHaveLength(2);
    expect(deps.alerts).toHaveLength(1);
    await resolve(20 * MINUTE);
    expect(bank.sent).toHaveLength(3);
  });

  test('is not sent again by a worker that paused during another worker’s sending', async () => {
    const { resolve, bank, deps } = await afterDispatch(again, { get: lost });
    const list: typeof bank.provider.list = async () => {
      if (bank.sent.length === 1) {
        await resolve(10 * MINUTE);
        await resolve(10 * MINUTE + 30 * SECOND);
      }
      return { ok: true, value: [] };
    };
    deps.clock.advance(10 * MINUTE);
    const provider = { ...bank.provider, list };
    const work = {
      stream: 'cashout-cid1',
      providerKey: deps.providerKey,
      causeEventId: 'slow',
      sinceMs: SENT_MS,
    } as const;
    await resolvePayout({ ...deps, payoutProviders: offering(provider) })(work);
    expect(bank.sent).toHaveLength(2);
  });

  test.each<[string, Script]>([
    ['the provider keeps no keys', { idempotency: 'LOOKUP_ONLY' }],
    ['something of this amount was paid in the window', { list: { ok: true, value: [{ ...ofAmount(15_000n) }] } }],
    ['the window cannot be seen', { list: failed('UNAVAILABLE') }],
  ])('is never sent again when %s', async (_name, script) => {
    const { resolve, bank } = await afterDispatch(again, { get: lost, ...script });
    await resolve(30 * MINUTE);
    expect(bank.sent).toHaveLength(1);
  });

  test('is not sent again once it belongs to an operator, because a provider forgets its keys', async () => {
    const { resolve, bank } = await afterDispatch(again, { get: lost, mode: 'live' });
    await resolve(120 * MINUTE + 1);
    expect(bank.sent).toHaveLength(1);
  });

  test('is asked about with its kind and the first sending of its key', async () => {
    const { resolve, bank, deps } = await afterDispatch(again, { get: lost });
    await resolve(10 * MINUTE);
    await resolve(11 * MINUTE);
    const asked = { idempotencyKey: deps.providerKey, kind: 'PIX_BRCODE', sentAt: time(0) };
    expect(bank.questions).toEqual([asked, asked]);
  });

  test('is sent again when the list has only another amount', async () => {
    const { resolve, bank } = await afterDispatch(again, { get: lost, list: { ok: true, value: [ofAmount(14_999n)] } });
    await resolve(30 * MINUTE);
    expect(bank.sent).toHaveLength(2);
  });
});

describe('an order that waits for its approval', () => {
  const waits = failed('NOT_FOUND', 'UNAPPROVED');
  const unapproved = failed('UNKNOWN', 'UNAPPROVED');

  test('is sent every minute under the same key, without a limit, also in live mode', async () => {
    const { resolve, since, bank, deps } = await afterDispatch([unapproved], { get: [waits], mode: 'live' });
    expect(await resolve(59 * SECOND)).toEqual({ askAgainAtMs: SENT_MS + 60 * SECOND });
    expect(await resolve(60 * SECOND)).toEqual({ askAgainAtMs: SENT_MS + 120 * SECOND });
    await resolve(119 * SECOND);
    await resolve(180 * MINUTE);
    expect(bank.sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual([1, 2, 3].map(() => deps.providerKey));
    expect(new Set(await since())).toEqual(new Set(['PayoutDispatched', 'PayoutOutcomeUnknown']));
    expect(bank.listed).toEqual([]);
  });

  test('is not sent again during its first sending, nor by a provider that keeps no keys', async () => {
    const sending = await sentAndOpen({ get: [waits] });
    await sending.resolve(29 * SECOND, { sinceMs: SENT_MS - 60 * MINUTE });
    const forgetful = await afterDispatch([unapproved], { get: [waits], idempotency: 'LOOKUP_ONLY' });
    await forgetful.resolve(30 * MINUTE);
    expect([sending.bank.sent.length, forgetful.bank.sent.length]).toEqual([1, 1]);
  });

  test('fails permanently, without another attempt, when its amount differs', async () => {
    const mismatch = failed('REJECTED', 'AMOUNT_MISMATCH');
    const { resolve, since } = await afterDispatch([unapproved, mismatch], { get: [waits] });
    await resolve(2 * MINUTE);
    expect((await since()).slice(-2)).toEqual(['CashoutFailed', 'RefundDue']);
  });
});

function ofAmount(amount: bigint) {
  return { idempotencyKey: 'other', providerId: 'sbx_2', state: 'SETTLED' as const, amount };
}
