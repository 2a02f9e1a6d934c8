import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { recordRefund } from '../../../commands/trouble/record-refund';
import { release as releasePayment } from '../../../commands/trouble/release';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { REFUND_TXID } from '../../../packages/testing/src/samples/sample-trouble-data';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { core, happened, typesOf } from '../../core';
import { failed } from '../../doubles/scripted-provider';
import { type RedemptionScript, redemptionIs, scriptedRedemption } from '../../doubles/scripted-redemption';
import { asked } from '../operator/asked';

type Shared = 'PayoutHeld' | 'PayoutRequested' | 'PayoutDispatched' | 'PayoutRejected';
const shared = (type: Shared, data: object = {}) =>
  event(type, { withdrawId: 'wd1', ...data } as never) as unknown as WithdrawalEvent;

const debited = [event('WithdrawalRequested'), event('RedemptionSent'), event('RedemptionSettled')] as const;
const gone = event('RedemptionContradicted', { detail: 'gone' });
const held = [...debited, gone, shared('PayoutHeld')] as const;
const sent = [shared('PayoutRequested'), shared('PayoutDispatched')] as const;
const rejected = shared('PayoutRejected', { nextAttemptAt: null });
const owed = { withdrawId: 'wd1', network: 'ethereum', assetId: 301 } as never;
const due = event('RefundDue', owed) as unknown as Extract<WithdrawalEvent, { type: 'RefundDue' }>;
const unpaid = [...debited, ...sent, rejected, event('WithdrawalFailed'), due, gone] as const;

const byRefund = debited.map((each) =>
  each.type === 'RedemptionSettled'
    ? event('RedemptionSettled', { debit: { ...debit, debitId: `ethereum:${REFUND_TXID}:0` } })
    : each,
);

const doubted = async (history: readonly WithdrawalEvent[], ...get: NonNullable<RedemptionScript['get']>) => {
  const { redemptions } = scriptedRedemption({ get });
  const deps = { ...core(), redemptions, everyPayoutProvider: [] };
  await happened(deps.eventStore, ...history);
  const release = () => releasePayment(deps)('wd1', asked(deps));
  const settle = (by: string) =>
    decideStep(deps)(
      { paymentId: 'wd1', outcome: { how: 'MADE_GOOD', settledBy: 'E77-1' }, by, mayPropose: true },
      asked(deps),
    );
  const { network, txid } = event('RefundRecorded').data;
  const to = `0x${'b1'.repeat(20)}`;
  const transferredAt = deps.clock.iso();
  const transfer = { network, txid, assetId: 301, amountBaseUnits: due.data.amountBaseUnits, to, transferredAt };
  const refund = () => recordRefund(deps)({ paymentId: 'wd1', transfer, due: null }, asked(deps));
  const since = async () => (await typesOf(deps.eventStore, 'withdrawal-wd1')).slice(history.length);
  return { release, settle, refund, since };
};

const refused = (why: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(why) as string },
});

const GONE = redemptionIs('FAILED', { failure: 'DROPPED' });
const THERE = redemptionIs('SETTLED', { debit });

describe('a withdrawal whose debit is in doubt', () => {
  test.each([
    ['says that it failed', GONE],
    ['knows nothing of it', failed('NOT_FOUND')],
    ['does not answer', failed('UNAVAILABLE')],
    ['calls it pending', redemptionIs('PENDING')],
    ['tells of another one', redemptionIs('SETTLED', { debit: { ...debit, debitId: 'ethereum:0xe9:0' } })],
  ])('is not released to be paid while its redemption %s', async (_what, answer) => {
    const { release, since } = await doubted(held, answer);
    await expect(release()).rejects.toMatchObject(refused('stays on hold'));
    expect(await since()).toEqual([]);
  });

  test('is released once its redemption has the debit', async () => {
    const { release, since } = await doubted(held, THERE);
    expect(await release()).toEqual({ outcome: 'RELEASED' });
    expect(await release()).toEqual({ outcome: 'UNCHANGED' });
    expect(await since()).toEqual(['PayoutReleased']);
  });

  test('is released once two operators have named the settlement of the loss', async () => {
    const { release, settle, since } = await doubted(held, GONE);
    expect([await settle('ana'), await settle('ana'), await settle('bob')]).toEqual([
      ...['PROPOSED', 'PROPOSED', 'DECIDED'],
    ]);
    expect(await release()).toEqual({ outcome: 'RELEASED' });
    expect(await since()).toEqual(['RedemptionDecisionProposed', 'RedemptionDecided', 'PayoutReleased']);
  });

  test('is not released by one decision, nor settled while the debit exists', async () => {
    const one = await doubted(held, GONE);
    await one.settle('ana');
    await expect(one.release()).rejects.toMatchObject(refused('stays on hold'));
    const { settle } = await doubted(held, THERE);
    await expect(settle('ana')).rejects.toMatchObject(refused('the debit exists'));
  });

  test('is not refunded by the transaction that was its debit', async () => {
    const { refund, since } = await doubted([...byRefund, ...unpaid.slice(debited.length, -1)], THERE);
    await expect(refund()).rejects.toMatchObject(refused('is the transaction of the deposit'));
    expect(await since()).toEqual([]);
  });

  test('owes a refund only when its debit exists or its loss is settled', async () => {
    const { refund, settle, since } = await doubted(unpaid, GONE);
    await expect(refund()).rejects.toMatchObject(refused('no refund is recorded'));
    await settle('ana');
    await settle('bob');
    expect(await refund()).toBe(true);
    expect((await since()).at(-1)).toBe('RefundRecorded');
    expect(await (await doubted(unpaid, THERE)).refund()).toBe(true);
  });
});
