import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { UserEvent } from '../../../aggregates/user/events';
import { holdingOf, type Obstacles } from '../../../commands/cashout/explain-waiting';
import type { WhatWaits } from '../../../commands/ports/what-waits';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { histories, type Situation, situations } from '../../aggregates/cashout/histories';
import { NOTHING_WAITS } from '../../doubles/nothing-waits';

interface Given extends Partial<WhatWaits> {
  readonly userHistory?: readonly UserEvent[];
  readonly since?: readonly CashoutEvent[];
  readonly nowMs?: number;
  readonly isProviderThere?: boolean;
}

const holding = (situation: Situation, given: Given = {}) => {
  const { userHistory = [], since = [], nowMs = Date.parse(time(10)), isProviderThere = true, ...waits } = given;
  const obstacles: Obstacles = {
    ...{ history: [...histories[situation], ...since], userHistory, nowMs },
    waits: { ...NOTHING_WAITS, ...waits },
    isProviderThere: () => isProviderThere,
  };
  return holdingOf(obstacles);
};

const parkedBy = (projection: string, stream: string, error = 'EventFault: no column x') => [
  { projection, stream, fromRevision: 1, since: time(5), error },
];
const expired = Date.parse(time(400));
const blocked = [event('UserRegistered'), event('UserBlocked')];

test.each<[string, Situation, Given, string]>([
  [
    'a payout that an operator holds',
    'REQUESTED',
    { since: [event('PayoutHeld')] },
    `The payment has been on hold since ${time(81)}: \`ledger release\` continues it`,
  ],
  [
    'a payout above the limit of its provider',
    'REQUESTED',
    { since: [event('PayoutDeferred')] },
    `The payout waits since ${time(82)}: the amount exceeds the limit of the provider`,
  ],
  [
    'an own stream that is parked',
    'PENDING',
    { parked: parkedBy('reconciliation', 'cashout-cid1') },
    `Projection reconciliation has parked cashout-cid1 from revision 1 on since ${time(5)}: EventFault: no column x`,
  ],
  [
    'a deposit of the network that is parked',
    'PENDING',
    { parked: parkedBy('deposits', 'deposit-ethereum:0xdd:0') },
    `Projection deposits has parked deposit-ethereum:0xdd:0 from revision 1 on since ${time(5)}: EventFault: no column x`,
  ],
  [
    'a transaction that nobody could read',
    'PENDING',
    { unread: [{ txid: '0xdd', since: time(7), tries: 12, reason: 'no receipt', namesMemo: true, givenUpAt: null }] },
    `Transaction 0xdd of ethereum names its memo, delays the expiry, and could not be read since ${time(7)} (12 tries): no receipt`,
  ],
  [
    'a transaction whose calldata nobody could read',
    'PENDING',
    { unread: [{ txid: '0xdd', since: time(7), tries: 12, reason: 'no receipt', namesMemo: false, givenUpAt: null }] },
    `Transaction 0xdd of ethereum may name its memo, delays the expiry, and could not be read since ${time(7)} (12 tries): no receipt`,
  ],
  [
    'a transaction that an operator gave up on',
    'PENDING',
    { unread: [{ txid: '0xdd', since: time(7), tries: 12, reason: 'pruned', namesMemo: true, givenUpAt: time(9) }] },
    `Transaction 0xdd of ethereum names its memo, delays nothing since an operator gave it up at ${time(9)}, and could not be read since ${time(7)} (12 tries): pruned`,
  ],
  [
    'a deposit that an operator gave up on, before it is accepted',
    'PENDING',
    { givenUp: [{ depositId: 'ethereum:0xdd:0' }] },
    'An operator gave up deposit ethereum:0xdd:0: it pays nothing until the network confirms it',
  ],
  [
    'a deposit that an operator gave up on, afterwards',
    'ACCEPTED',
    { givenUp: [{ depositId: 'ethereum:0xdd:0' }] },
    'An operator gave up deposit ethereum:0xdd:0: it pays nothing until the network confirms it',
  ],
  [
    'a deposit that is not final, in time',
    'PENDING',
    { openDeposits: [{ depositId: 'ethereum:0xdd:0', status: 'OBSERVED', since: time(7) }] },
    `Deposit ethereum:0xdd:0 carries its memo and is not final yet, as of ${time(7)}`,
  ],
  [
    'a deposit that is not judged, when its time is over',
    'PENDING',
    {
      nowMs: expired,
      openDeposits: [{ depositId: 'ethereum:0xdd:0', status: 'FINALISED', since: time(7) }],
      network: { lookedAt: time(400), questions: {} },
    },
    `Deposit ethereum:0xdd:0 carries its memo and is final and not matched yet, as of ${time(7)}; it may delay the expiry`,
  ],
  [
    'a deposit that was claimed and left',
    'PENDING',
    { openDeposits: [{ depositId: 'ethereum:0xdd:0', status: 'CLAIMED', since: time(7) }] },
    `Deposit ethereum:0xdd:0 carries its memo and is claimed and not accepted yet, as of ${time(7)}`,
  ],
  [
    'a network that was never looked at',
    'PENDING',
    { network: null },
    'The service has never scanned ethereum: it cannot see payments there',
  ],
  [
    'a network whose looks fail',
    'PENDING',
    { network: { lookedAt: time(-60), questions: {} } },
    `Every scan of ethereum has failed since ${time(-60)}`,
  ],
  [
    'a network whose finality is in question',
    'PENDING',
    { network: { lookedAt: time(0), questions: { finality: 'height 7 has changed' } } },
    'The history of ethereum is in doubt: height 7 has changed',
  ],
  [
    'a network with a gap in its history',
    'PENDING',
    { network: { lookedAt: time(0), questions: { gap: 'heights 7 to 9' } } },
    'The history of ethereum is in doubt: heights 7 to 9',
  ],
  [
    'a receiver that cannot take payments',
    'PENDING',
    { network: { lookedAt: time(0), questions: { receiver: '0xaa has code' } } },
    'The history of ethereum is in doubt: 0xaa has code',
  ],
  ['an unknown outcome', 'UNKNOWN', {}, `The outcome of attempt 1 at sandbox is unknown since ${time(90)}: TIMEOUT`],
  [
    'an unknown outcome of which the provider is asked',
    'UNKNOWN',
    { asking: { times: 4, nextAt: time(120) } },
    `The outcome of attempt 1 at sandbox is unknown since ${time(90)}: TIMEOUT; the service has asked sandbox 4 times and asks again at ${time(120)}`,
  ],
  [
    'an attempt that was unknown twice',
    'UNKNOWN',
    { since: [event('PayoutDispatched'), event('PayoutOutcomeUnknown', { reason: 'RESET', unknownAt: time(99) })] },
    `The outcome of attempt 1 at sandbox is unknown since ${time(90)}: RESET`,
  ],
  ['a rejected attempt', 'REJECTED', {}, `Attempt 1 was rejected at ${time(85)}: INSUFFICIENT_FUNDS (No such key)`],
  [
    'work that fails',
    'REQUESTED',
    {
      failing: [{ queue: 'dispatch-payout', failures: 3, error: 'connect ECONNREFUSED\n at secret', nextAt: time(20) }],
    },
    `dispatch-payout has failed 3 times in a row; the next try is at ${time(20)}: connect ECONNREFUSED`,
  ],
  ['a blocked user', 'ACCEPTED', { userHistory: blocked }, `The user is blocked since ${time(-570)}: fraud`],
  [
    'a blocked user before the deposit',
    'PENDING',
    { userHistory: blocked },
    `The user is blocked since ${time(-570)}: fraud`,
  ],
])('names %s with its start and its reason', (_what, situation, given, sentence) => {
  expect(holding(situation, given).heldBy).toEqual([sentence]);
});

test.each([
  'DISPATCHED',
  'UNKNOWN',
] as const)('names a missing provider and its return as the next step when the payout is %s', (situation) => {
  const { heldBy, firstOf } = holding(situation, { isProviderThere: false });
  expect(heldBy.at(-1)).toBe('Provider sandbox is not configured: only this provider can report the outcome');
  expect(firstOf).toBe('After provider sandbox is configured again');
});

test.each<[Situation, string, string | null]>([
  ['PENDING', 'reconciliation', 'After `ledger replay-parked reconciliation` has applied the events'],
  ['PENDING', 'deposits', 'After `ledger replay-parked deposits` has applied the events'],
  ['PENDING', 'payouts', null],
  ['REQUESTED', 'payouts', 'After `ledger replay-parked payouts` has applied the events'],
  ['REQUESTED', 'reconciliation', null],
  ['REQUESTED', 'cashout-intents', null],
])('names %s with its own stream parked by %s: %s', (situation, projection, firstOf) => {
  expect(holding(situation, { parked: parkedBy(projection, 'cashout-cid1') }).firstOf).toBe(firstOf);
});

test.each(
  situations.filter((situation) => /COMPLETED|RETURNED|FAILED|EXPIRED|NONE/.test(situation)),
)('D6b: %s is held by nothing, whatever the stores say', (situation) => {
  const parked = parkedBy('payouts', 'cashout-cid1');
  expect(holding(situation, { parked, userHistory: blocked, network: null })).toEqual({ heldBy: [], firstOf: null });
});
