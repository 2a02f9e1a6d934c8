import { isSettled } from '../../chaos/check';
import { COIN_ID } from '../installation';
import type { OpenedIntent } from '../partner';
import type { BookedDeposit, BookedIntent } from './books';
import { type Outcome, settleBooks } from './settle';
import type { TrueMovement } from './truth';

const OPENED_MS = 1_000_000;
const intent: OpenedIntent = {
  intentId: 'intent',
  memo: 'lastro:intent',
  assetId: COIN_ID,
  amountBaseUnits: 100n,
  expiresAtMs: OPENED_MS + 20_000,
  payoutCents: 5_000n,
};
const payment: TrueMovement = {
  depositId: 'net:0x1:native',
  height: 5,
  blockTimeMs: OPENED_MS + 5_000,
  assetId: COIN_ID,
  amountBaseUnits: 100n,
  memo: intent.memo,
  isPlain: true,
};
const matched: BookedDeposit = {
  ...{ depositId: payment.depositId, end: 'MATCHED', amountBaseUnits: 100n, intentId: 'intent', reason: null },
};
const completed: BookedIntent = {
  ...{ intentId: 'intent', createdAtMs: OPENED_MS, status: 'COMPLETED', acceptedDepositId: payment.depositId },
  ...{ providerKeys: ['key-1'], dispatchedAtMs: OPENED_MS + 8_000, surplusBaseUnits: 0n },
};
const order = { providerKey: 'key-1', amountCents: 5_000n };

interface Changes extends Partial<Omit<Outcome, 'books'>> {
  readonly deposits?: readonly BookedDeposit[];
  readonly booked?: BookedIntent;
  readonly orders?: Outcome['books']['orders'];
  readonly dust?: Outcome['books']['dust'];
  readonly finalityViolations?: number;
  readonly gaps?: number;
}

const outcomeOf = ({
  deposits = [matched],
  booked = completed,
  orders = [order],
  dust = [],
  finalityViolations = 0,
  gaps = 0,
  ...rest
}: Changes): Outcome => ({
  books: {
    deposits: new Map(deposits.map((deposit) => [deposit.depositId, deposit])),
    intents: new Map([[booked.intentId, booked]]),
    ...{ orders, dust, finalityViolations, gaps },
  },
  ...{
    truth: [payment],
    opened: [intent],
    wanted: 1,
    finalHistoryChanged: false,
    historyForgotten: false,
    endedByItself: 0,
  },
  ...{ killedAtMs: [], readAtMs: OPENED_MS + 300_000 },
  ...{ quoteStatus: 200, inbox: new Set<string>(), parkedStreams: 0 },
  ...rest,
});

const failing = (changes: Changes): readonly string[] =>
  settleBooks(outcomeOf(changes))
    .filter(({ objections }) => objections.length > 0)
    .map(({ name }) => name);

const expired = { ...completed, status: 'EXPIRED', acceptedDepositId: null, providerKeys: [] } as const;
const closed = { ...matched, end: 'UNMATCHED', intentId: null, reason: 'INTENT_CLOSED' } as const;
const atLast = (movement: Partial<TrueMovement>): TrueMovement => ({ ...payment, ...movement });

test('settles correct books', () => {
  expect(isSettled(settleBooks(outcomeOf({})))).toBe(true);
});

describe('a fault in the books', () => {
  const inbox = new Set([payment.depositId]);

  test.each<readonly [string, Changes, readonly string[]]>([
    [
      'an honest payment whose intent expired',
      { deposits: [closed], booked: expired, orders: [], inbox },
      ['each honest payment in time is paid once', 'what expired had no honest payment in time'],
    ],
    [
      'a payout of another amount',
      { orders: [{ ...order, amountCents: 1n }] },
      ['each honest payment in time is paid once'],
    ],
    [
      'an intent that was never booked',
      { opened: [intent, { ...intent, intentId: 'lost', memo: 'lastro:lost' }] },
      ['nothing is left open'],
    ],
    [
      'a movement of which nothing is known',
      { truth: [payment, atLast({ depositId: 'net:0x2:native', memo: '' })] },
      ['every movement to the receiver is accounted for'],
    ],
    [
      'a deposit that nobody judged',
      { deposits: [matched, { ...closed, depositId: 'net:0x3:native', end: 'OBSERVED', reason: null }] },
      ['nothing is left open'],
    ],
    [
      'a deposit that is on no chain',
      { deposits: [matched, { ...closed, depositId: 'net:0x4:native' }], inbox: new Set(['net:0x4:native']) },
      ['every deposit that ended is on the chain'],
    ],
    [
      'a deposit of another amount than on the chain',
      { deposits: [{ ...matched, amountBaseUnits: 101n }] },
      ['every deposit that ended is on the chain'],
    ],
    [
      'two payouts for one intent',
      {
        booked: { ...completed, providerKeys: ['key-1', 'key-2'] },
        orders: [order, { ...order, providerKey: 'key-2' }],
      },
      ['each honest payment in time is paid once', 'nothing is paid twice'],
    ],
    [
      'an order that nobody has asked for',
      { orders: [order, { ...order, providerKey: 'stranger' }] },
      ['nothing is paid twice'],
    ],
    [
      'a payout without a payment',
      { truth: [] },
      ['every deposit that ended is on the chain', 'nothing is paid without a final deposit of its own'],
    ],
    [
      'a payout for less than was asked',
      { truth: [atLast({ amountBaseUnits: 99n })], deposits: [{ ...matched, amountBaseUnits: 99n }] },
      ['what was paid too much is owed back', 'nothing is paid without a final deposit of its own'],
    ],
    [
      'a payout for a payment after the window',
      { truth: [atLast({ blockTimeMs: intent.expiresAtMs + 10_000 })] },
      ['nothing is paid without a final deposit of its own'],
    ],
    [
      'a payout for a transfer that is not plain',
      { truth: [atLast({ isPlain: false })] },
      ['nothing is paid without a final deposit of its own'],
    ],
    [
      'a surplus that nobody owes',
      { truth: [atLast({ amountBaseUnits: 130n })], deposits: [{ ...matched, amountBaseUnits: 130n }] },
      ['what was paid too much is owed back'],
    ],
    [
      'an unmatched deposit that the operator is not shown',
      {
        truth: [payment, atLast({ depositId: 'net:0x5:native', memo: '' })],
        deposits: [matched, { ...closed, depositId: 'net:0x5:native', reason: 'NO_MEMO' }],
      },
      ['the operator sees what matched nothing'],
    ],
    [
      'a network that halted for nothing',
      { finalityViolations: 1 },
      ['a network halts when its final history changed, and only then'],
    ],
    [
      'a network that gives no quotes',
      { quoteStatus: 503 },
      ['a network halts when its final history changed, and only then'],
    ],
    [
      'a network that did not halt',
      { finalHistoryChanged: true },
      ['a network halts when its final history changed, and only then'],
    ],
    ['a gap in history that is whole', { gaps: 1 }, ['a gap in history is an alarm, and only then']],
    ['no gap where history is gone', { historyForgotten: true }, ['a gap in history is an alarm, and only then']],
    ['a parked stream', { parkedStreams: 1 }, ['the program stayed up and was used']],
    ['a service that ended', { endedByItself: 1 }, ['the program stayed up and was used']],
    ['a storm in which nothing could be opened', { wanted: 40 }, ['the program stayed up and was used']],
  ])('%s', (_what, changes, expected) => {
    expect(failing(changes)).toEqual(expected);
  });
});
