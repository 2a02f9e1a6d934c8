import type { PayoutTerms } from '../../aggregates/quote/events';
import { alertOf } from '../../commands/alerts/alert-of';
import type { Alert } from '../../commands/alerts/kinds';
import { requestPayout } from '../../commands/payout/request-payout';
import { type ResolvePayout, resolvePayout } from '../../commands/payout/resolve-payout';
import { dispatchPayout, PROVIDER_GONE } from '../../commands/payout/sending/dispatch-payout';
import type { PayoutProviders } from '../../commands/ports/providers/payout-provider';
import { time } from '../../packages/testing/src/samples/sample-data';
import { typesOf } from '../core';
import { failed, offering, payout, type Script, scriptedProvider } from '../doubles/scripted-provider';
import { step, withPaidIntent } from '../samples/paid-intent';

const MINUTE = 60_000;
const NOON = Date.parse(time(0));

interface Banks {
  readonly a?: Script;
  readonly b?: Script;
}

/** Two providers, of whom `a` is preferred; the configuration is whatever the test says at each step. */
const twoBanks = async (scripts: Banks = {}, terms: Partial<PayoutTerms> = {}) => {
  const deps = await withPaidIntent('sandbox', terms);
  const a = scriptedProvider({ name: 'a', create: [failed('UNKNOWN', 'TIMEOUT')], ...scripts.a });
  const b = scriptedProvider({ name: 'b', create: [payout('SETTLED')], get: [payout('SETTLED')], ...scripts.b });
  const stream = 'cashout-cid1' as const;
  const lastOf = async (type: 'PayoutRequested' | 'PayoutDispatched') => {
    const found = (await deps.eventStore.readStream(stream)).findLast((event) => event.type === type);
    if (found?.type !== 'PayoutRequested' && found?.type !== 'PayoutDispatched') throw new Error(`no ${type}`);
    return found.data;
  };
  /** Keeps each alert, and each of its grades, once: a lasting condition alerts at every look. */
  const gradeOf = (what: string, facts: Readonly<Record<string, string>>) => JSON.stringify(alertOf(what, facts));
  const alert: Alert = (says, facts) => {
    const isKnown = deps.alerts.some(({ what, facts: known }) => gradeOf(what, known) === gradeOf(says, facts));
    if (!isKnown) deps.alert(says, facts);
  };
  const using = (payoutProviders: PayoutProviders) => {
    const wired = { ...deps, alert, payoutProviders };
    return {
      request: (cause = 'accepted') => requestPayout(wired)({ stream, causeEventId: cause }),
      dispatch: () => dispatchPayout(wired)(step),
      resolveAt: async (ms: number) => {
        deps.clock.advance(NOON + ms - deps.clock.now());
        const { providerKey } = await lastOf('PayoutDispatched');
        const work: ResolvePayout = { stream, providerKey, causeEventId: `look${ms}`, sinceMs: NOON };
        return resolvePayout(wired)(work);
      },
    };
  };
  const types = async () => (await typesOf(deps.eventStore, stream)).slice(2);
  return {
    deps,
    a,
    b,
    using,
    lastOf,
    types,
    both: using(offering(a.provider, b.provider)),
    onlyB: using(offering(b.provider)),
  };
};

const UNKNOWN = ['PayoutRequested', 'PayoutDispatched', 'PayoutOutcomeUnknown'];

describe('an outcome unknown at a provider whose configuration changes', () => {
  const unknownAtA = async (scripts: Parameters<typeof twoBanks>[0] = {}) => {
    const world = await twoBanks(scripts);
    await world.both.request();
    await world.both.dispatch();
    expect(await world.types()).toEqual(UNKNOWN);
    return world;
  };

  test('is asked and sent again only at its own provider, although another is preferred now', async () => {
    const { a, b, using, types } = await unknownAtA({ a: { get: [failed('NOT_FOUND'), payout('SETTLED')] } });
    const preferringB = using(offering(b.provider, a.provider));
    await preferringB.resolveAt(10 * MINUTE);
    expect(a.sent).toHaveLength(2);
    await preferringB.resolveAt(11 * MINUTE);
    expect(await types()).toEqual([
      ...UNKNOWN,
      'PayoutDispatched',
      'PayoutOutcomeUnknown',
      'PayoutSettled',
      'CashoutCompleted',
    ]);
    expect([b.sent, b.asked, b.listed]).toEqual([[], [], []]);
  });

  test('stays unknown without its provider, with one alarm and no request to another', async () => {
    const { deps, a, b, onlyB, types } = await unknownAtA();
    for (const minutes of [1, 10, 11, 14]) {
      expect(await onlyB.resolveAt(minutes * MINUTE)).toEqual({ askAgainAtMs: NOON + (minutes + 5) * MINUTE });
    }
    expect(await types()).toEqual(UNKNOWN);
    expect([a.asked, b.asked, b.listed, b.sent]).toEqual([[], [], [], []]);
    expect(deps.alerts).toEqual([
      { what: PROVIDER_GONE, facts: { stream: 'cashout-cid1', providerKey: a.sent[0]?.idempotencyKey, provider: 'a' } },
    ]);
  });

  test('escalates to an operator in time without its provider', async () => {
    const { deps, onlyB } = await unknownAtA();
    for (const minutes of [16, 21, 121, 126]) await onlyB.resolveAt(minutes * MINUTE);
    expect(deps.alerts.map(({ what }) => what)).toEqual([
      PROVIDER_GONE,
      'The outcome of a payout is unknown',
      'The outcome of a payout is unknown: an operator must decide',
    ]);
  });
});

describe('a new attempt', () => {
  test('uses the provider of its request, also after a payment by another provider', async () => {
    const { deps, both, onlyB, b, lastOf, types } = await twoBanks({
      a: { create: [failed('REJECTED', 'INSUFFICIENT_FUNDS')] },
    });
    await both.request();
    await both.dispatch();
    deps.clock.advance(30_000);
    await onlyB.request('rejected');
    expect(await lastOf('PayoutRequested')).toMatchObject({ attempt: 2, provider: 'b' });
    await both.dispatch();
    expect(await lastOf('PayoutDispatched')).toMatchObject({ attempt: 2, provider: 'b' });
    expect(b.sent).toHaveLength(1);
    expect((await types()).slice(-2)).toEqual(['PayoutSettled', 'CashoutCompleted']);
  });

  test('goes to its requested provider, though another is preferred at dispatch', async () => {
    const { a, b, using, both } = await twoBanks();
    await both.request();
    await using(offering(b.provider, a.provider)).dispatch();
    expect([a.sent.length, b.sent.length]).toEqual([1, 0]);
  });

  test('is held, with an alarm, without its requested provider', async () => {
    const { deps, b, both, onlyB, types } = await twoBanks();
    await both.request();
    expect(await onlyB.dispatch()).toEqual({ askAgainAtMs: NOON + MINUTE });
    await onlyB.dispatch();
    expect([await types(), b.sent]).toEqual([['PayoutRequested'], []]);
    expect(deps.alerts).toMatchObject([{ what: PROVIDER_GONE, facts: { stream: 'cashout-cid1', provider: 'a' } }]);
    expect(await both.dispatch()).toBe('done');
  });

  test('gets its provider at dispatch when an older log names none', async () => {
    const { b, using, onlyB, lastOf } = await twoBanks();
    await using(offering()).request();
    expect(await lastOf('PayoutRequested')).not.toHaveProperty('provider');
    await onlyB.dispatch();
    expect(await lastOf('PayoutDispatched')).toMatchObject({ provider: 'b' });
    expect(b.sent).toHaveLength(1);
  });
});

test('chooses the first listed provider that pays this kind', async () => {
  const { b, both, lastOf } = await twoBanks({ a: { kinds: ['PIX_KEY', 'BOLETO'] } });
  await both.request();
  expect(await lastOf('PayoutRequested')).toMatchObject({ provider: 'b' });
  await both.dispatch();
  expect(b.sent).toHaveLength(1);
});

test('requests a gift card of the provider that its code names', async () => {
  const sold = { kind: 'GIFT_CARD', soldBy: 'B' } as const;
  const { both, lastOf } = await twoBanks({ a: { sells: 'A' }, b: { sells: 'B' } }, sold);
  await both.request();
  expect(await lastOf('PayoutRequested')).toMatchObject({ provider: 'b' });
});
