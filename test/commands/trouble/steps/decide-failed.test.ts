import type { PayoutEnd } from '../../../../aggregates/payout/events';
import { dispatchPayout } from '../../../../commands/payout/dispatch-payout';
import { recordPayoutOutcome } from '../../../../commands/payout/record-payout-outcome';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { recordRefund } from '../../../../commands/trouble/record-refund';
import { typesOf } from '../../../core';
import { failed, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../../samples/paid-intent';
import { event } from '../../../samples/sample-events';
import { asked } from '../../operator/asked';

const HOUR_MS = 3_600_000;
const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };
const NOT_PAID = { how: 'NOT_PAID' } as const;

/** Refused, so that its crypto is due; then it is told to have settled. Two hours later its provider answers as scripted. */
const cameToLight = async (get: NonNullable<Script['get']>, isTold = true) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [failed('REJECTED', 'KEY_NOT_FOUND')], get });
  const wired = { ...deps, payoutProviders: bank.payoutProviders, everyPayoutProvider: [bank.provider] };
  await dispatchPayout(wired)(step);
  const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: 'E1', receiptUrl: null };
  const late = { stream: step.stream, providerKey: deps.providerKey, causeEventId: 'late', dispatchedAt: null };
  if (isTold) await recordPayoutOutcome(wired)({ ...late, outcome: { kind: 'SETTLED', ...settlement } });
  deps.clock.advance(2 * HOUR_MS);
  const decide = (by: string, end: PayoutEnd = NOT_PAID) =>
    decideStep(wired)({ paymentId: 'cid1', outcome: end, by, mayPropose: true }, asked(deps));
  const { network, txid, assetId, amountBaseUnits } = event('RefundRecorded').data;
  const to = `0x${'b1'.repeat(20)}`;
  const refund = () => {
    const transfer = { network, txid, assetId, amountBaseUnits, to, transferredAt: deps.clock.iso() };
    return recordRefund(wired)({ paymentId: 'cid1', transfer, due: null }, asked(deps));
  };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(7);
  return { deps, decide, refund, since };
};

const BACK = payout('RETURNED');

describe('a payout that failed and came to light as paid', () => {
  test.each([
    ['has it returned whole', BACK, ['PayoutContradicted', 'PayoutContradicted']],
    ['knows nothing of it', failed('NOT_FOUND'), ['PayoutContradicted']],
  ])('is refunded a day after two operators have found that it came back, where its provider %s', async (_what, said, told) => {
    const { deps, decide, refund, since } = await cameToLight([said]);
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    expect([await decide('ana'), await decide('ana'), await decide('bob')]).toEqual([
      ...['PROPOSED', 'PROPOSED', 'DECIDED'],
    ]);
    expect(await since()).toEqual([...told, 'PayoutDecisionProposed', 'PayoutDecided']);
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    deps.clock.advance(24 * HOUR_MS);
    expect(await refund()).toBe(true);
    expect((await since()).at(-1)).toBe('RefundRecorded');
  });

  test.each([
    ['not paid, while its provider has it settled', NOT_PAID, payout('SETTLED')],
    ['not paid, while a part has not come back', NOT_PAID, payout('RETURNED', { returnedAmount: 14_999n })],
    ['paid, since its crypto is due', { how: 'PAID', endToEndId: 'E77-1' } as const, BACK],
  ])('is not taken for %s', async (_what, end, said) => {
    const { decide, since } = await cameToLight([said]);
    await expect(decide('ana', end)).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).not.toContain('PayoutDecisionProposed');
  });

  test('is an alarm again, and not refunded, when it is told of anew after their word', async () => {
    const { deps, decide, refund, since } = await cameToLight([BACK, BACK, payout('SETTLED', { amount: 1n })]);
    await decide('ana');
    await decide('bob');
    deps.clock.advance(24 * HOUR_MS);
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).not.toContain('RefundRecorded');
  });
});

test('one that failed, and was never told of, is not decided', async () => {
  const { decide } = await cameToLight([BACK], false);
  await expect(decide('ana', { how: 'PAID', endToEndId: 'E77-1' })).rejects.toMatchObject(WRONG_STATE);
  await expect((await cameToLight([failed('NOT_FOUND')], false)).decide('ana')).rejects.toMatchObject(WRONG_STATE);
});
