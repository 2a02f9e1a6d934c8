import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutCommand } from '../../../aggregates/cashout/commands';
import type { CashoutExpired, ExpiryEvidence } from '../../../aggregates/cashout/events';
import { expiryEvidence, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { allBut, histories, type Situation } from './histories';

/** Payable until second 300; with the tolerance of 30 s the deadline is second 330. */
const DEADLINE = 330;
const GRACE = 600;
const CEILING = 86_400;

const being = (situation: Situation) => given(cashout, ...histories[situation]);
const nothingKnown: ExpiryEvidence = { ...expiryEvidence, watermark: null, lookedAt: null };
const expire = (now: number, known: Partial<ExpiryEvidence> = {}): CashoutCommand => ({
  type: 'Expire',
  evidence: { ...nothingKnown, ...known },
  now: time(now),
});
const seenPast = { watermark: time(DEADLINE + 0.001) };

const expired = (cause: CashoutExpired['cause'], now: number, known: Partial<ExpiryEvidence>) =>
  event('CashoutExpired', { cause, evidence: { ...nothingKnown, ...known }, expiredAt: time(now) });

test('expires an unpaid intent, with the evidence in its event', () =>
  being('PENDING')
    .when({ type: 'Expire', evidence: expiryEvidence, now: time(340) })
    .then(event('CashoutExpired')));
test('does not expire before the deadline by a fast clock of the chain', () =>
  being('PENDING').when(expire(299.999, seenPast)).nothing());
test.each(allBut('NONE', 'PENDING'))('does not expire an intent after another event (%s)', (situation) =>
  being(situation).when(expire(340, seenPast)).nothing());
test('rejects an unknown intent with INTENT_NOT_FOUND', () =>
  being('NONE').when(expire(340, seenPast)).rejects('INTENT_NOT_FOUND'));

test.each<[string, number, Partial<ExpiryEvidence>, CashoutExpired['cause'] | null]>([
  ['the network was seen past the deadline', 331, seenPast, 'WATERMARK'],
  ['not when it was seen only up to it', 331, { watermark: time(DEADLINE) }, null],
  ['not when it was never seen', 1_000, {}, null],
  ['it was looked at once the grace was over', 931, { lookedAt: time(DEADLINE + GRACE + 0.001) }, 'GRACE'],
  ['not when it was looked at only up to then', 9_999, { lookedAt: time(DEADLINE + GRACE) }, null],
  ['not when every look since has failed', 40_000, { watermark: time(320), lookedAt: time(500) }, null],
  ['the network has another grace', 341, { lookedAt: time(341), graceSeconds: 10 }, 'GRACE'],
  ['the ceiling is reached without a look', DEADLINE + CEILING + 0.001, {}, 'CEILING'],
  ['not up to the ceiling', DEADLINE + CEILING, { lookedAt: time(500) }, null],
  ['a watermark says more than a ceiling', 99_999, seenPast, 'WATERMARK'],
  ['a look says more than a ceiling', 99_999, { lookedAt: time(99_000) }, 'GRACE'],
  ['another ceiling', 400, { ceilingSeconds: 60 }, 'CEILING'],
])('%s', (_name, now, known, cause) =>
  cause === null
    ? being('PENDING').when(expire(now, known)).nothing()
    : being('PENDING')
        .when(expire(now, known))
        .then(expired(cause, now, known)));

describe.each<[string, Partial<ExpiryEvidence>]>([
  ['a deposit that would pay it', { holds: 1 }],
  ['a transaction that could not be read', { unread: 1 }],
  ['a parked stream of unknown content', { parked: 1 }],
])('an open question: %s', (_name, holding) => {
  test.each<[CashoutExpired['cause'], number, Partial<ExpiryEvidence>]>([
    ['WATERMARK', 331, seenPast],
    ['GRACE', 9_999, { lookedAt: time(9_998) }],
  ])('holds the expiry by %s', (_cause, now, known) =>
    being('PENDING')
      .when(expire(now, { ...known, ...holding }))
      .nothing());

  test('delays the expiry at the CEILING too, and reports that once', () => {
    const evidence = { ...nothingKnown, ...holding };
    const held = event('ExpiryHeld', { evidence, heldAt: time(86_731) });
    being('PENDING').when(expire(86_731, holding)).then(held);
    given(cashout, ...histories.PENDING, held)
      .when(expire(99_999, holding))
      .nothing();
  });

  test('lets the intent expire once its payment is decided', () =>
    given(cashout, ...histories.PENDING, event('ExpiryHeld'))
      .when(expire(99_999))
      .then(expired('CEILING', 99_999, {})));

  test('does not expire an accepted intent', () =>
    given(cashout, ...histories.PENDING, event('ExpiryHeld'), event('DepositAccepted'))
      .when(expire(99_999))
      .nothing());
});

describe('an intent that was open when the log was lost', () => {
  const held = event('PayoutHeld', { heldAt: time(20_000), lostSince: time(10_000) });
  const lost = given(cashout, ...histories.PENDING, held);

  test.each<[string, number, Partial<ExpiryEvidence>, CashoutExpired['cause'] | null]>([
    ['does not expire by what was known before it', 20_001, { watermark: time(9_999), lookedAt: time(19_999) }, null],
    ['nor by the ceiling', 200_000, {}, null],
    ['expires once its network was read beyond it', 20_001, { watermark: time(10_001) }, 'WATERMARK'],
    ['expires once its network was looked at anew', 20_002, { lookedAt: time(20_001) }, 'GRACE'],
  ])('%s', (_what, now, known, cause) =>
    cause === null
      ? lost.when(expire(now, known)).nothing()
      : lost.when(expire(now, known)).then(expired(cause, now, known)));
});
