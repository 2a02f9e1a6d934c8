import type { LedgerEvent } from '../../../../aggregates/events';
import { watchCharge } from '../../../../commands/cashin/charge/watch-charge';
import type { Charge } from '../../../../commands/ports/providers/charge-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { charge, paidPix } from '../../../doubles/scripted-charges';
import { failed } from '../../../doubles/scripted-provider';
import { cashing, PAID, type Script, step } from '../cashing';

const SINCE_MS = Date.parse(time(11));

const watching = async (script: Script, ...history: readonly LedgerEvent[]) => {
  const world = await cashing(script, ...history);
  world.at(62);
  const watch = (causeEventId = 'cause1') => watchCharge(world.deps)({ ...step, causeEventId, sinceMs: SINCE_MS });
  return { ...world, watch };
};

describe('an event of a charge', () => {
  test('records a PIX once for repeated reports', async () => {
    const { watch, told } = await watching({ get: [charge('PAID')] });
    await watch();
    await watch('cause2');
    const said = { payerTaxIdMasked: null, paidAt: time(60), receivedAt: time(62) };
    const parties = expect.objectContaining({ subjectId: 'fiscal:u1' });
    expect(await told()).toEqual([event('PixReceived', said), event('PixAccepted', { parties })]);
  });

  const created = { payerTaxIdMasked: '***.***.***-35' };

  test.each([
    ['his number in clear', '40442820135'],
    ['a mask of the middle', '***.428.201-**'],
    ['our mask', '***.***.***-35'],
  ])('accepts the payer reported by %s, and keeps only our own mask', async (_name, taxIdMasked) => {
    const payments = [paidPix({ payer: { taxIdMasked } })];
    const { watch, told } = await watching({ created, get: [charge('PAID', { payments })] });
    await watch();
    const [received, accepted] = await told();
    expect(received?.data).toMatchObject({ payerTaxIdMasked: '***.***.***-35' });
    expect(accepted?.type).toBe('PixAccepted');
  });

  test.each([
    ['a mask', '***.982.247-**', null],
    ['a number in clear', '52998224725', '***.***.***-25'],
    ['a company', '12.ABC.345/01DE-35', '**.***.***/01DE-35'],
  ])('masks another payer’s tax id by our own mask: %s', async (_name, taxIdMasked, kept) => {
    const payments = [paidPix({ payer: { taxIdMasked, matchesExpected: false } })];
    const { watch, told } = await watching({ created, get: [charge('PAID', { payments })] });
    await watch();
    expect((await told())[0]?.data).toMatchObject({ payerTaxIdMasked: kept });
  });

  test('records a dispute without a reason that is free text', async () => {
    const dispute = { disputeId: 'D1', endToEndId: 'E1', amount: 15_000n, state: 'OPENED' } as const;
    const disputes = [{ ...dispute, reason: 'Ana says that it was not she' }];
    const { watch, told } = await watching({ get: [charge('PAID', { disputes })] }, ...PAID);
    await watch();
    const [opened] = await told();
    expect(opened).toMatchObject({ type: 'DisputeOpened', data: { disputeId: 'D1', reason: null } });
  });

  test.each([
    ['ACCEPTED', 'DisputeLost'],
    ['REJECTED', 'DisputeWon'],
    ['CANCELLED', 'DisputeWon'],
  ] as const)('%s is %s', async (state, type) => {
    const disputes = [{ disputeId: 'dispute1', endToEndId: 'E1', amount: 15_000n, state }];
    const { watch, since } = await watching({ get: [charge('PAID', { disputes })] }, ...PAID, event('DisputeOpened'));
    await watch();
    expect((await since())[0]).toBe(type);
  });
  test('contradicts once, with an alert, when the same PIX has another amount', async () => {
    const payments = [paidPix({ amount: 20_000n })];
    const { watch, since, alerts } = await watching({ get: [charge('PAID', { payments })] }, ...PAID);
    await watch();
    await watch('cause2');
    expect(await since()).toEqual(['CashinContradicted']);
    expect(alerts()).toEqual(['A provider contradicts itself about a cash-in']);
  });
});

const LIES: readonly (readonly [string, Result<Charge>])[] = [
  ['the answer has another key', charge('PAID', { idempotencyKey: 'cash2' })],
  ['the charge has another amount', charge('PAID', { amount: 1n })],
  ['in a state that nobody knows', charge('SETTLED' as never)],
  ['paid by nobody', charge('PAID', { payments: [] })],
  ['a PIX of nothing', charge('PAID', { payments: [paidPix({ amount: 0n })] })],
  ['a PIX of less than nothing', charge('PAID', { payments: [paidPix({ amount: -15_000n })] })],
  ['an enormous PIX', charge('PAID', { payments: [paidPix({ amount: 10n ** 38n })] })],
  ['a PIX that is no amount', charge('PAID', { payments: [paidPix({ amount: 15_000 as never })] })],
  ['a PIX without a name', charge('PAID', { payments: [paidPix({ endToEndId: '' })] })],
  ['a PIX with an enormous name', charge('PAID', { payments: [paidPix({ endToEndId: 'E'.repeat(201) })] })],
  ['a PIX with a line in its name', charge('PAID', { payments: [paidPix({ endToEndId: 'E1\nE2' })] })],
  ['a date that is none', charge('PAID', { payments: [paidPix({ paidAt: '2026-11-31T99:00:00Z' })] })],
  ['a date in words', charge('PAID', { payments: [paidPix({ paidAt: 'yesterday' })] })],
  ['a PIX from before the intent', charge('PAID', { payments: [paidPix({ paidAt: '2026-11-20T11:00:00.000Z' })] })],
  ['more sent back than came', charge('PAID', { payments: [paidPix({ refunded: 15_001n })] })],
  [
    'fifty-one payments',
    charge('PAID', { payments: Array.from({ length: 51 }, (_, n) => paidPix({ endToEndId: `E${n}` })) }),
  ],
  ['a split of less than nothing', charge('PAID', { split: { isApplied: true, amount: -1n } })],
  [
    'a dispute that is none',
    charge('PAID', { disputes: [{ disputeId: '', endToEndId: 'E1', amount: 1n, state: 'OPENED' }] }),
  ],
];

describe('an impossible answer', () => {
  test.each(LIES)('records no event and alerts a person: %s', async (_name, lie) => {
    const { watch, since, alerts } = await watching({ get: [lie] });
    expect(await watch()).toEqual({ askAgainAtMs: SINCE_MS + 60_000 });
    expect(await since()).toEqual([]);
    expect(alerts()).toEqual(['A charge provider gave an impossible answer']);
  });

  test('records no PIX that belongs to another cash-in', async () => {
    const { deps, since, alerts } = await watching({ get: [charge('PAID')] });
    await watchCharge({ ...deps, intentOfPix: async () => 'cash2' })({ ...step, sinceMs: SINCE_MS });
    expect(await since()).toEqual([]);
    expect(alerts()).toEqual(['A charge provider gave an impossible answer']);
  });

  test.each([
    ['no answer', failed('UNAVAILABLE')],
    ['not found', failed('NOT_FOUND')],
    ['an adapter that throws', new Error('bug')],
  ])('records no event and raises no alert after %s', async (_name, answer) => {
    const { watch, since, alerts } = await watching({ get: [answer] });
    await watch();
    expect([await since(), alerts()]).toEqual([[], []]);
  });
});

test('waits for a provider that is not configured, and asks no other', async () => {
  const { watch, charges, alerts, deps } = await watching({ name: 'other', get: [charge('PAID')] });
  expect(await watch()).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(charges.calls).toEqual([]);
  expect(alerts()).toEqual(['The provider of a cash-in is not configured: the cash-in cannot continue']);
});

test.each([
  [0, 2_000],
  [2_000, 15_000],
  [60_000, 120_000],
  [21_600_000, 21_600_000 + 86_400_000],
])('asks %i ms after the last change, and again at %i', async (afterMs, nextMs) => {
  const { watch, at } = await watching({ get: [charge('ACTIVE')] });
  at(11 + afterMs / 1_000);
  expect(await watch()).toEqual({ askAgainAtMs: SINCE_MS + nextMs });
});
