import type { LedgerEvent } from '../../../aggregates/events';
import type { PaymentKind } from '../../../aggregates/families';
import { type PossibleDecision, possibleDecisions } from '../../../commands/trouble/possible-decisions';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';

type Row = readonly [what: string, history: readonly LedgerEvent[], possible: readonly PossibleDecision[]];

const SOON = time(300);
const LONG_AFTER = time(86_400);

const possibleIn = (kind: PaymentKind, history: readonly LedgerEvent[], now: string) =>
  possibleDecisions(kind, history, now);

describe('a cash-out', () => {
  const pending = [event('CashoutIntentCreated')];
  const paid = [...pending, event('DepositAccepted'), event('PayoutRequested')];
  const sent = [...paid, event('PayoutDispatched'), event('PayoutOutcomeUnknown')];
  const settled = [...paid, event('PayoutDispatched'), event('PayoutSettled'), event('CashoutCompleted')];
  const rejected = [...paid, event('PayoutDispatched'), event('PayoutRejected')];
  const owed = [...rejected, event('CashoutFailed'), event('RefundDue')];

  test.each<Row>([
    ['before the deposit', pending, []],
    ['after the expiry', [...pending, event('CashoutExpired')], []],
    ['before the payout is sent', paid, ['HOLD']],
    ['on hold', [...paid, event('PayoutHeld')], ['RELEASE']],
    ['just after the outcome became unknown', sent, ['HOLD']],
    ['after the end', settled, []],
    ['while crypto is owed back', owed, ['REFUND']],
    ['after the refund', [...owed, event('RefundRecorded')], []],
  ])('lists the possible decisions %s', (_what, history, possible) =>
    expect(possibleIn('CASHOUT', history, SOON)).toEqual(possible));

  test('allows a decision on an outcome that is unknown for 2 h', () =>
    expect(possibleIn('CASHOUT', sent, LONG_AFTER)).toEqual(['HOLD', 'DECIDE']));

  test('allows none after the end, despite a contradiction', () =>
    expect(possibleIn('CASHOUT', [...settled, event('PayoutContradicted')], LONG_AFTER)).toEqual([]));
});

describe('a cash-in', () => {
  const charged = [event('CashinIntentCreated'), event('ChargeCreated')];
  const paid = [...charged, event('PixReceived'), event('PixAccepted')];
  const sent = [...paid, event('DeliveryRequested'), event('DeliverySent')];

  test.each<Row>([
    ['before the PIX', charged, ['HOLD']],
    ['just after the PIX', paid, ['HOLD']],
    ['on hold', [...sent, event('CashinHeld')], ['RELEASE']],
    ['after the end', [...sent, event('DeliveryConfirmed'), event('CashinCompleted')], []],
  ])('lists the possible decisions %s', (_what, history, possible) =>
    expect(possibleIn('CASHIN', history, SOON)).toEqual(possible));

  test.each<Row>([
    ['no delivery', paid, ['HOLD', 'DECIDE']],
    ['an unknown delivery', sent, ['HOLD', 'DECIDE']],
    ['an unsent refund', [...paid, event('CashinFailed'), event('ChargeRefundDue')], ['HOLD', 'DECIDE']],
  ])('allows a decision on %s for 2 h', (_what, history, possible) =>
    expect(possibleIn('CASHIN', history, LONG_AFTER)).toEqual(possible));
});

describe('a withdrawal', () => {
  const asked = [event('WithdrawalRequested'), event('RedemptionSent')];
  const ofWithdrawal = { withdrawId: 'w1', intentId: undefined } as object;
  const debited = [...asked, event('RedemptionSettled')];
  const settled = [event('PayoutRequested', ofWithdrawal), event('PayoutDispatched', ofWithdrawal)];
  const done = [...debited, ...settled, event('PayoutSettled', ofWithdrawal), event('WithdrawalCompleted')];

  test.each<Row>([
    ['before the debit is settled', asked, ['HOLD']],
    ['after the debit', debited, ['HOLD']],
    ['after the end', done, []],
    ['while the settled debit is in doubt', [...done, event('RedemptionContradicted')], ['DECIDE']],
    ['after the debit failed', [...asked, event('RedemptionFailed'), event('WithdrawalFailed')], []],
  ])('lists the possible decisions %s', (_what, history, possible) =>
    expect(possibleIn('WITHDRAW', history, SOON)).toEqual(possible));

  test('allows a decision on a debit without an answer for 2 h', () =>
    expect(possibleIn('WITHDRAW', asked, LONG_AFTER)).toEqual(['HOLD', 'DECIDE']));
});
