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
    ['that waits for its deposit allows none', pending, []],
    ['that expired allows none', [...pending, event('CashoutExpired')], []],
    ['that waits for its payout allows a hold', paid, ['HOLD']],
    ['on hold allows a release', [...paid, event('PayoutHeld')], ['RELEASE']],
    ['of a recently unknown outcome allows a hold', sent, ['HOLD']],
    ['that completed allows none', settled, []],
    ['that owes crypto allows a refund', owed, ['REFUND']],
    ['whose refund is recorded allows none', [...owed, event('RefundRecorded')], []],
  ])('%s', (_what, history, possible) => expect(possibleIn('CASHOUT', history, SOON)).toEqual(possible));

  test('of an outcome that is unknown for 2 h allows a decision', () =>
    expect(possibleIn('CASHOUT', sent, LONG_AFTER)).toEqual(['HOLD', 'DECIDE']));

  test('that completed and was contradicted allows none', () =>
    expect(possibleIn('CASHOUT', [...settled, event('PayoutContradicted')], LONG_AFTER)).toEqual([]));
});

describe('a cash-in', () => {
  const charged = [event('CashinIntentCreated'), event('ChargeCreated')];
  const paid = [...charged, event('PixReceived'), event('PixAccepted')];
  const sent = [...paid, event('DeliveryRequested'), event('DeliverySent')];

  test.each<Row>([
    ['that waits for its PIX allows a hold', charged, ['HOLD']],
    ['that was just paid allows a hold', paid, ['HOLD']],
    ['on hold allows a release', [...sent, event('CashinHeld')], ['RELEASE']],
    ['that completed allows none', [...sent, event('DeliveryConfirmed'), event('CashinCompleted')], []],
  ])('%s', (_what, history, possible) => expect(possibleIn('CASHIN', history, SOON)).toEqual(possible));

  test.each<Row>([
    ['no delivery', paid, ['HOLD', 'DECIDE']],
    ['an unknown delivery', sent, ['HOLD', 'DECIDE']],
    ['an unsent refund', [...paid, event('CashinFailed'), event('ChargeRefundDue')], ['HOLD', 'DECIDE']],
  ])('with %s for 2 h allows a decision', (_what, history, possible) =>
    expect(possibleIn('CASHIN', history, LONG_AFTER)).toEqual(possible));
});

describe('a withdrawal', () => {
  const asked = [event('WithdrawalRequested'), event('RedemptionSent')];
  const ofWithdrawal = { withdrawId: 'w1', intentId: undefined } as object;
  const debited = [...asked, event('RedemptionSettled')];
  const settled = [event('PayoutRequested', ofWithdrawal), event('PayoutDispatched', ofWithdrawal)];
  const done = [...debited, ...settled, event('PayoutSettled', ofWithdrawal), event('WithdrawalCompleted')];

  test.each<Row>([
    ['that waits for its debit allows a hold', asked, ['HOLD']],
    ['that was debited allows a hold', debited, ['HOLD']],
    ['that completed allows none', done, []],
    ['whose settled debit is in doubt allows a decision', [...done, event('RedemptionContradicted')], ['DECIDE']],
    ['whose debit failed allows none', [...asked, event('RedemptionFailed'), event('WithdrawalFailed')], []],
  ])('%s', (_what, history, possible) => expect(possibleIn('WITHDRAW', history, SOON)).toEqual(possible));

  test('without an answer about its debit for 2 h allows a decision', () =>
    expect(possibleIn('WITHDRAW', asked, LONG_AFTER)).toEqual(['HOLD', 'DECIDE']));
});
