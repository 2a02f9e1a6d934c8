import { dispatchPayout } from '../../../../commands/payout/sending/dispatch-payout';
import type { MethodLimits } from '../../../../commands/ports/providers/payout-provider';
import { eventsOf } from '../../../core';
import { offering, payout, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../../samples/paid-intent';

const HOUR_MS = 3_600_000;

/** The sample pays R$ 150.00, and asks at 09:00 in Brasília. */
const withLimits = async (limits: MethodLimits) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [payout('SETTLED')] });
  const payoutProviders = offering({ ...bank.provider, limits: { PIX_BRCODE: limits } });
  const since = async () =>
    (await eventsOf(deps.eventStore, 'cashout-cid1'))
      .slice(3)
      .map(({ type, data }) => ('reason' in data ? `${type} ${data.reason}` : type));
  return { deps, bank, since, send: dispatchPayout({ ...deps, payoutProviders }) };
};

test('waits above the limit with one alert, and continues under its key when the limit rises', async () => {
  const { deps, bank, since, send } = await withLimits({ transactionCents: 14_999n });
  for (let look = 0; look < 3; look += 1) expect(await send(step)).toEqual({ askAgainAtMs: deps.clock.now() + 15_000 });
  expect([await since(), bank.sent.length]).toEqual([['PayoutDeferred ABOVE_LIMIT'], 0]);
  const raised = offering({ ...bank.provider, limits: { PIX_BRCODE: { transactionCents: 15_000n } } });
  expect(await dispatchPayout({ ...deps, payoutProviders: raised })(step)).toBe('done');
  expect(bank.sent).toMatchObject([{ idempotencyKey: deps.providerKey }]);
});

test('waits for the end of the night above the limit of the night', async () => {
  const { deps, bank, since, send } = await withLimits({ nightCents: 14_999n });
  deps.clock.advance(11 * HOUR_MS);
  await send(step);
  deps.clock.advance(10 * HOUR_MS - 1);
  await send(step);
  expect([await since(), bank.sent.length]).toEqual([['PayoutDeferred NIGHT'], 0]);
  deps.clock.advance(1);
  await send(step);
  expect(bank.sent).toHaveLength(1);
});

test('reports another reason when the reason changes', async () => {
  const { deps, since, send } = await withLimits({ nightCents: 14_999n, transactionCents: 15_000n });
  deps.clock.advance(11 * HOUR_MS);
  await send(step);
  const lowered = offering({ ...scriptedProvider().provider, limits: { PIX_BRCODE: { transactionCents: 1n } } });
  await dispatchPayout({ ...deps, payoutProviders: lowered })(step);
  expect(await since()).toEqual(['PayoutDeferred NIGHT', 'PayoutDeferred ABOVE_LIMIT']);
});

describe('a payout to a bank with an open breaker', () => {
  const withBreaker = async (isBroken: boolean, mayTry: boolean) => {
    const { deps, bank, since } = await withLimits({});
    const provider = { ...bank.provider, isBroken: () => isBroken, mayTry: () => mayTry };
    const resolved = await dispatchPayout({ ...deps, payoutProviders: offering(provider) })(step);
    return [resolved === 'done', await since(), bank.sent.length];
  };

  test('waits, and is reported once', async () =>
    expect(await withBreaker(true, false)).toEqual([false, ['PayoutDeferred BREAKER_OPEN'], 0]));

  test('waits while another order tests the bank, and tests the bank itself otherwise', async () => {
    expect(await withBreaker(false, false)).toEqual([false, [], 0]);
    expect(await withBreaker(false, true)).toMatchObject([true, { length: 3 }, 1]);
  });
});

test('waits while the balance would fall below the floor', async () => {
  const { deps, bank, since } = await withLimits({});
  const asked: bigint[] = [];
  const sendAt = (balance: bigint) => {
    const isUnderFloor = async (amount: bigint) => asked.push(amount) > 0 && balance - amount < 1_000n;
    return dispatchPayout({ ...deps, payoutProviders: offering({ ...bank.provider, isUnderFloor }) })(step);
  };
  await sendAt(15_999n);
  expect([await since(), asked]).toEqual([['PayoutDeferred UNDER_FLOOR'], [15_000n]]);
  expect(await sendAt(16_000n)).toBe('done');
});
