import { time } from '../../../packages/testing/src/samples/sample-data';
import type { PayoutRow } from '../../../read-models/steps/payouts';
import { payouts } from '../../../read-models/steps/payouts';
import { ABSENT_PROVIDER, alertOfAbsentProviders, alertOfHeld } from '../../../src/bin/wiring/alert-sweeper';
import { core } from '../../core';
import { offering, scriptedProvider } from '../../doubles/scripted-provider';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const attempt = (key: string, columns: Partial<PayoutRow>) =>
  row(payouts, {
    provider_key: key,
    stream: `cashout-${key}`,
    partner_id: 'p1',
    mode: 'sandbox',
    attempt: 1,
    amount_cents: '15000',
    status: 'UNKNOWN',
    provider: 'a',
    ...{ code: null, deferral: null, deferred_since: null },
    requested_at: time(0),
    updated_at: time(1),
    ...columns,
  });

const alertsOf = async (...names: readonly string[]) => {
  const { alert, alerts } = core();
  const payoutProviders = offering(...names.map((name) => scriptedProvider({ name }).provider));
  await alertOfAbsentProviders({ query: models.query, payoutProviders, alert });
  return alerts;
};

test('a start without a provider that has open payouts raises an alarm', async () => {
  await models.store(
    attempt('key1', {}),
    attempt('key2', { status: 'DISPATCHED' }),
    attempt('key3', { provider: 'b' }),
    attempt('key4', { mode: 'live' }),
  );
  expect(await alertsOf('b')).toEqual([
    { what: ABSENT_PROVIDER, facts: { provider: 'a', mode: 'live', payouts: '1' } },
    { what: ABSENT_PROVIDER, facts: { provider: 'a', mode: 'sandbox', payouts: '2' } },
  ]);
  expect(await alertsOf('a', 'b')).toMatchObject([{ facts: { mode: 'live' } }]);
});

test('ignores payouts that have ended or were sent to no provider', async () => {
  await models.store(
    attempt('key1', { status: 'SETTLED' }),
    attempt('key2', { status: 'REJECTED' }),
    attempt('key3', { status: 'RETURNED' }),
    attempt('key4', { status: 'REQUESTED', provider: null }),
  );
  expect(await alertsOf()).toEqual([]);
});

describe('payouts that are held', () => {
  const held = (key: string, columns: Partial<PayoutRow> = {}) =>
    attempt(key, { status: 'REQUESTED', deferral: 'NIGHT', deferred_since: time(-7_200), ...columns });
  const raised = async (heldExposureCents: bigint) => {
    const { alert, alerts, clock, settings } = core();
    await alertOfHeld({ query: models.query, clock, settings: { ...settings, heldExposureCents }, alert });
    return alerts;
  };

  test('raise an alert two hours after the start of the hold, and not before or once they are sent', async () => {
    await models.store(
      held('key1'),
      held('key2', { deferred_since: time(-7_199) }),
      held('key3', { status: 'UNKNOWN' }),
    );
    expect(await raised(30_000n)).toEqual([
      {
        what: 'A payout has been on hold for two hours',
        facts: { stream: 'cashout-key1', providerKey: 'key1', provider: 'a', reason: 'NIGHT' },
      },
    ]);
  });

  test('raise an alert when they exceed HELD_EXPOSURE_CENTS, in each mode', async () => {
    const young = { deferred_since: time(0) };
    await models.store(
      held('key1', young),
      held('key2', { ...young, deferral: 'HALTED' }),
      held('key3', { ...young, mode: 'live' }),
    );
    expect(await raised(29_999n)).toEqual([
      { what: 'The payouts on hold exceed HELD_EXPOSURE_CENTS', facts: { mode: 'sandbox', cents: '30000' } },
    ]);
  });
});
