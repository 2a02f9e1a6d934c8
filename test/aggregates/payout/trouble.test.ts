import { REFUND_WAIT_MS, UNDECIDED_MS } from '../../../aggregates/payout/trouble';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { given } from '../../given';
import { dispatch, record, rejected, request, settled } from '../cashout/payout-commands';
import { bill, said } from './owed';

const requested = said('PayoutRequested');
const dispatched = [requested, said('PayoutDispatched')] as const;
const unknown = [...dispatched, said('PayoutOutcomeUnknown')] as const;
const paid = [...dispatched, said('PayoutSettled')] as const;
const failed = [...dispatched, said('PayoutRejected')] as const;
const retryLater = [...dispatched, said('PayoutRejected', { code: 'OTHER', nextAttemptAt: time(115) })] as const;
const held = said('PayoutHeld');
const released = said('PayoutReleased');
const hold = { type: 'HoldPayout', now: time(81) } as const;
const release = { type: 'ReleasePayout', now: time(90) } as const;

describe('the hold of a payout', () => {
  test.each([
    ['before its request', []],
    ['after its request', [requested]],
    ['after its dispatch', dispatched],
    ['of unknown outcome', unknown],
    ['between attempts', retryLater],
  ])('takes a payout %s, once', (_when, history) => {
    given(bill, ...history)
      .when(hold)
      .then(held);
    given(bill, ...history, held)
      .when(hold)
      .nothing();
    given(bill, ...history, held)
      .when(release)
      .then(released);
    given(bill, ...history, held, released)
      .when(release)
      .nothing();
  });

  test.each([
    ['settled', paid],
    ['failed', failed],
  ])('rejects a payout that has %s', (_how, history) =>
    given(bill, ...history)
      .when(hold)
      .rejects('WRONG_STATE'));

  test('stops request, dispatch and repetition before its release', () => {
    const { unknownAt } = said('PayoutOutcomeUnknown').data;
    given(bill, held)
      .when(request(time(82)))
      .nothing();
    given(bill, requested, held).when(dispatch()).nothing();
    given(bill, ...unknown, held)
      .when(dispatch(unknownAt))
      .nothing();
    given(bill, ...retryLater, held)
      .when(request(time(300)))
      .nothing();
    given(bill, requested, held, released).when(dispatch()).then(said('PayoutDispatched'));
  });

  test('lasts under any outcome of an earlier dispatch', () => {
    given(bill, ...dispatched, held, said('PayoutOutcomeUnknown'))
      .when(hold)
      .nothing();
    given(bill, ...unknown, held, said('PayoutRejected', { nextAttemptAt: time(115) }))
      .when(request(time(300)))
      .nothing();
  });

  test('does not stop a settlement', () =>
    given(bill, ...dispatched, held)
      .when(record(settled, time(95)))
      .then(said('PayoutSettled')));
});

const { unknownAt } = said('PayoutOutcomeUnknown').data;
const lateMs = Date.parse(unknownAt) + UNDECIDED_MS;
const late = new Date(lateMs).toISOString();
const decide = (by: string, now = late, mayPropose = true) =>
  ({ type: 'DecidePayout', providerKey: 'key1', by, mayPropose, now }) as const;
const about = { attempt: 1, providerKey: 'key1', unknownSince: unknownAt } as const;
const proposed = said('PayoutDecisionProposed', { ...about, proposedBy: 'ana', proposedAt: late });
const decided = said('PayoutDecided', {
  ...{ ...about, proposedBy: 'ana', decidedBy: 'bob', decidedAt: late },
  refundableFrom: new Date(lateMs + REFUND_WAIT_MS).toISOString(),
});

describe('a payout whose outcome is unknown', () => {
  test('is decided by two operators, never by one', () => {
    given(bill, ...unknown)
      .when(decide('ana'))
      .then(proposed);
    given(bill, ...unknown, proposed)
      .when(decide('ana'))
      .nothing();
    given(bill, ...unknown, proposed)
      .when(decide('bob'))
      .then(decided);
  });

  test('takes no first decision of an operator who may only confirm', () => {
    given(bill, ...unknown)
      .when(decide('carla', late, false))
      .rejects('WRONG_STATE');
    given(bill, ...unknown, proposed)
      .when(decide('carla', late, false))
      .then({ ...decided, data: { ...decided.data, decidedBy: 'carla' } });
  });

  test('is not decided before 2 h', () => {
    const early = new Date(lateMs - 1).toISOString();
    given(bill, ...unknown)
      .when(decide('ana', early))
      .rejects('WRONG_STATE');
  });

  test.each([
    ['nothing was sent', [requested]],
    ['an answer is still awaited', dispatched],
    ['it settled', paid],
    ['it failed', failed],
    ['another key was sent', [...retryLater, said('PayoutRequested', { attempt: 2, providerKey: 'key2' })]],
  ])('takes no decision when %s', (_what, history) =>
    given(bill, ...history)
      .when(decide('ana'))
      .rejects('WRONG_STATE'));

  test('needs both decisions about the same dispatch', () => {
    const again = [said('PayoutDispatched'), said('PayoutOutcomeUnknown', { unknownAt: time(700) })] as const;
    const later = new Date(Date.parse(time(700)) + UNDECIDED_MS).toISOString();
    given(bill, ...unknown, proposed, ...again)
      .when(decide('bob', later))
      .then(
        said('PayoutDecisionProposed', { ...about, unknownSince: time(700), proposedBy: 'bob', proposedAt: later }),
      );
  });

  test('may settle between the two decisions', () =>
    given(bill, ...unknown, proposed)
      .when(record(settled, time(95)))
      .then(said('PayoutSettled')));

  test('contradicts a settlement after the decision, and sends no other order', () => {
    const detail = 'SETTLED after the bill had failed';
    const contradicted = said('PayoutContradicted', { settledNow: true, detail });
    given(bill, ...unknown, proposed, decided)
      .when(record(settled, time(210)))
      .then(contradicted);
    given(bill, ...unknown, proposed, decided)
      .when(record(rejected(true), time(210)))
      .nothing();
    given(bill, ...unknown, proposed, decided)
      .when(request(time(210)))
      .nothing();
  });
});
