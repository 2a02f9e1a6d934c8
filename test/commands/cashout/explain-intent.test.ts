import type { CashoutEvent } from '../../../aggregates/cashout/events';
import { type ExplainIntentDeps, explainIntent } from '../../../commands/cashout/explain-intent';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Waiting, WhatWaits } from '../../../commands/ports/what-waits';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { histories, type Situation, situations } from '../../aggregates/cashout/histories';
import { core, happened } from '../../core';
import { withClosed } from '../../doubles/closed-streams';
import { NOTHING_WAITS } from '../../doubles/nothing-waits';

const depsOf = (eventStore: EventStore, waits: Partial<WhatWaits> = {}): ExplainIntentDeps => ({
  eventStore,
  clock: manualClock(),
  whatWaits: async () => ({ ...NOTHING_WAITS, ...waits }),
  isProviderThere: () => true,
});

const explain = async (situation: Situation, ...since: readonly CashoutEvent[]) => {
  const { eventStore } = core();
  await happened(eventStore, ...histories[situation], ...since);
  return explainIntent(depsOf(eventStore))('cid1');
};

test.each(
  situations.filter((situation) => situation !== 'NONE'),
)('%s is explained, and what would move it', async (situation) => {
  const { intentId, status, because, movesWhen } = await explain(situation);
  const hasEnded = ['COMPLETED', 'FAILED', 'EXPIRED'].includes(status);
  expect(intentId).toBe('cid1');
  expect(because).toMatch(/\.$/);
  expect(movesWhen.length > 0).toBe(!hasEnded);
});

test.each<[Situation, string]>([
  ['PENDING', 'memo lastro:cid1'],
  ['UNKNOWN', 'provider key key1'],
  ['REJECTED', 'starts at'],
  ['SECOND', 'attempt 2'],
])('names in state %s the fact that matters: %s', async (situation, words) => {
  expect((await explain(situation)).movesWhen.join(' ')).toContain(words);
});

test('names an expiry that is delayed beyond the ceiling', async () => {
  const { eventStore } = core();
  await happened(eventStore, event('CashoutIntentCreated'), event('ExpiryHeld'));
  expect((await explainIntent(depsOf(eventStore))('cid1')).because).toContain('has been undecided since');
});

test('names the hold of an intent after a loss of the log', async () => {
  const { eventStore } = core();
  const lost = event('PayoutHeld', { lostSince: event('CashoutIntentCreated').data.createdAt });
  await happened(eventStore, event('CashoutIntentCreated'), lost);
  expect((await explainIntent(depsOf(eventStore))('cid1')).because).toContain('The payout has been on hold since');
});

const lost = event('PayoutHeld', { lostSince: event('CashoutCompleted').data.completedAt });

test.each<[string, Situation, readonly CashoutEvent[]]>([
  ['a returned payout', 'COMPLETED', [event('PayoutReturned')]],
  ['a refund that is due', 'FAILED', [event('RefundDue')]],
])('names %s as held by a loss of the log until the release', async (_what, situation, waiting) => {
  expect((await explain(situation, ...waiting)).heldBy).toEqual([]);
  const { heldBy } = await explain(situation, ...waiting, lost);
  expect(heldBy).toEqual([expect.stringContaining('may have resolved the return or the refund')]);
  expect((await explain(situation, ...waiting, lost, event('PayoutReleased'))).heldBy).toEqual([]);
});

const contradicted = event('PayoutContradicted');

test.each<Situation>(['REJECTED', 'UNKNOWN', 'COMPLETED', 'FAILED'])('names an alarm when %s', async (situation) => {
  expect((await explain(situation)).because).not.toContain('an operator must check');
  expect((await explain(situation, contradicted)).because).toContain('an operator must check');
});

test.each<Situation>([
  'ACCEPTED',
  'REQUESTED',
  'REJECTED',
])('names no next step after an alarm when the payout is %s and was not sent', async (situation) => {
  expect((await explain(situation, contradicted)).movesWhen).toEqual([]);
});

test('names a possible settlement after an alarm when the payout was sent', async () => {
  expect((await explain('UNKNOWN', contradicted)).movesWhen.join(' ')).toContain('provider key key1');
});

test.each<Situation>(['ACCEPTED', 'REJECTED'])('names the blocked user when %s', async (situation) => {
  const { eventStore } = core();
  await happened(eventStore, ...histories[situation], event('UserRegistered'), event('UserBlocked'));
  const { movesWhen } = await explainIntent(depsOf(eventStore))('cid1');
  expect(movesWhen).toEqual([expect.stringContaining('after the partner or an operator unblocks the user')]);
});

test('names a parked stream as the reason, and promises no worker before it is applied', async () => {
  const { eventStore } = core();
  await happened(eventStore, ...histories.REQUESTED);
  const parked = [
    {
      projection: 'payouts',
      stream: 'cashout-cid1',
      fromRevision: 2,
      since: time(5),
      error: 'EventFault: no column x',
    },
  ];
  const { heldBy, movesWhen } = await explainIntent(depsOf(eventStore, { parked }))('cid1');
  expect(heldBy).toEqual([
    `Projection payouts has parked cashout-cid1 from revision 2 on since ${time(5)}: EventFault: no column x`,
  ]);
  expect(movesWhen).toEqual([
    'After `ledger replay-parked payouts` has applied the events: A payout worker dispatches attempt 1 (provider key key1)',
  ]);
});

test('asks the stores about the intent, its user, its deposit and every attempt', async () => {
  const { eventStore } = core();
  await happened(eventStore, ...histories.SECOND);
  const asked: Waiting[] = [];
  const whatWaits = async (waiting: Waiting) => {
    asked.push(waiting);
    return NOTHING_WAITS;
  };
  await explainIntent({ ...depsOf(eventStore), whatWaits })('cid1');
  expect(asked).toEqual([
    {
      ...{ intentId: 'cid1', network: 'ethereum', memo: 'lastro:cid1', userId: 'u1', partnerId: 'p1' },
      depositId: expect.stringMatching(/^ethereum:/),
      providerKeys: ['key1', 'key2'],
    },
  ]);
});

describe('a payment whose stream was lost and closed', () => {
  const explained = async (...given: Parameters<typeof event<'StreamClosed'>>) => {
    const { eventStore } = core();
    await happened(eventStore, event('CashoutIntentCreated'), event(...given));
    return explainIntent(depsOf(withClosed(eventStore, 'cashout-cid1')))('cid1');
  };

  test('names the operator who closed it, the reason, and the last known rows', async () => {
    const { status, because, heldBy, movesWhen } = await explained('StreamClosed');
    expect([status, movesWhen, heldBy]).toEqual([
      'CLOSED',
      [],
      [expect.stringContaining('an operator must settle it')],
    ]);
    const parts = [
      'the stream was permanently deleted',
      'ana closed it',
      'deleted by hand',
      'PROCESSING',
      'PayoutDispatched',
    ];
    for (const part of parts) expect(because).toContain(part);
  });

  test('reports that the read models have no entry of the payment', async () => {
    expect((await explained('StreamClosed', { lastKnown: null })).because).toContain(
      'The read models have no entry of the intent.',
    );
  });
});
