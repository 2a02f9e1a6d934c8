import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { explainWithdrawal } from '../../../commands/withdrawal/explain-withdrawal';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened } from '../../core';
import { scriptedRedemption } from '../../doubles/scripted-redemption';

const shared = (
  type: 'PayoutRequested' | 'PayoutDispatched' | 'PayoutHeld' | 'PayoutRejected' | 'PayoutSettled' | 'PayoutReturned',
  data: object = {},
) => event(type, { withdrawId: 'wd1', ...data } as never) as unknown as WithdrawalEvent;

const explained = async (events: readonly WithdrawalEvent[], isThere = true) => {
  const { eventStore } = core();
  await happened(eventStore, ...events);
  const { redemptions } = scriptedRedemption();
  const none = { named: () => null };
  return explainWithdrawal({ eventStore, redemptions: isThere ? redemptions : none })('wd1');
};

const requested = event('WithdrawalRequested');
const sent = [requested, event('RedemptionSent')] as const;
const settled = [...sent, event('RedemptionSettled')] as const;

test.each<[string, readonly WithdrawalEvent[], { status: string; because: string; moves: string | null }]>([
  ['unsent', [requested], { status: 'PROCESSING', because: 'was not sent yet', moves: 'A worker sends the debit' }],
  [
    'sent',
    sent,
    { status: 'PROCESSING', because: 'sent as 0xe1 and is not final', moves: 'the service asks until then' },
  ],
  [
    'unknown',
    [...sent, event('RedemptionUnknown')],
    { status: 'PROCESSING', because: 'The outcome is unknown', moves: 'the service asks until then' },
  ],
  [
    'contradicted',
    [...sent, event('RedemptionContradicted')],
    { status: 'PROCESSING', because: 'debited asset 302', moves: 'the service asks until then' },
  ],
  ['paying', settled, { status: 'PROCESSING', because: 'ethereum:0xe1:0 is final', moves: 'its phase is NONE' }],
  [
    'failed without a debit',
    [...sent, event('RedemptionFailed'), event('WithdrawalFailed')],
    { status: 'FAILED', because: 'was not debited: no refund is due', moves: null },
  ],
  [
    'failed after it',
    [...settled, shared('PayoutRequested'), event('WithdrawalFailed', { refundDue: true })],
    { status: 'FAILED', because: '100 BRLA are due to 0xcc', moves: null },
  ],
  [
    'failed, where operators found a debit',
    [...sent, event('RedemptionContradicted'), event('RedemptionDecided')],
    { status: 'FAILED', because: 'found the debit 0xe9: it pays no withdrawal', moves: null },
  ],
  [
    'failed, since its settled debit is gone',
    [
      ...[...settled, event('RedemptionContradicted'), event('RedemptionDecided', { debited: null })],
      event('WithdrawalFailed', { reasonCode: 'DECIDED_UNPAID' }),
    ],
    { status: 'FAILED', because: 'debit ethereum:0xe1:0 reverted: no refund is due.', moves: null },
  ],
  ['abandoned', [event('WithdrawalAbandoned')], { status: 'ABANDONED', because: 'never requested', moves: null }],
])('%s', async (_name, events, { status, because, moves }) => {
  const told = await explained(events);
  expect(told).toMatchObject({ withdrawId: 'wd1', status, because: expect.stringContaining(because) as string });
  expect(told.movesWhen).toEqual(moves === null ? [] : [expect.stringContaining(moves)]);
  expect(told.heldBy).toEqual([]);
});

test('explains a completed withdrawal', async () => {
  const paid = [shared('PayoutRequested'), shared('PayoutDispatched'), shared('PayoutSettled')];
  const told = await explained([...settled, ...paid, event('WithdrawalCompleted')]);
  expect(told).toMatchObject({ status: 'COMPLETED', movesWhen: [], heldBy: [] });
  const lost = shared('PayoutHeld', { lostSince: event('WithdrawalCompleted').data.completedAt });
  const held = await explained([...settled, ...paid, event('WithdrawalCompleted'), shared('PayoutReturned'), lost]);
  expect(held.heldBy).toEqual([expect.stringContaining('may have resolved the return or the refund')]);
});

test('names a missing redemption or an operator as the hold', async () => {
  expect((await explained(sent, false)).heldBy).toEqual([
    expect.stringMatching(/^sandbox is not configured: .*ledger decide/),
  ]);
  expect((await explained([...settled, shared('PayoutHeld')], false)).heldBy).toEqual([
    expect.stringContaining('The payment has been on hold'),
  ]);
});

test('refuses an unknown id', () =>
  expect(explained([])).rejects.toMatchObject({ rejection: { code: 'WITHDRAW_NOT_FOUND' } }));
