import { fold } from '../../../aggregates/decider';
import type { DeferralReason } from '../../../aggregates/payout/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { given } from '../../given';
import { dispatch, record } from '../cashout/payout-commands';
import { bill, said } from './owed';

const requested = said('PayoutRequested');
const dispatched = [requested, said('PayoutDispatched')] as const;
const unknown = [...dispatched, said('PayoutOutcomeUnknown')] as const;
const refused = [...dispatched, said('PayoutRejected')] as const;

describe('a deferral', () => {
  const defer = (reason: DeferralReason, now = time(82)) =>
    ({ type: 'DeferPayout', provider: 'sandbox', reason, now }) as const;
  const above = said('PayoutDeferred');

  test('is recorded when its reason begins, and again only with another reason', () => {
    given(bill, requested).when(defer('ABOVE_LIMIT')).then(above);
    given(bill, requested, above)
      .when(defer('ABOVE_LIMIT', time(90)))
      .nothing();
    given(bill, requested, above)
      .when(defer('NIGHT', time(90)))
      .then(said('PayoutDeferred', { reason: 'NIGHT', deferredAt: time(90) }));
  });

  test('keeps the time of its first reason, and ends when the payout is sent', () => {
    const states = [requested, above, said('PayoutDeferred', { reason: 'NIGHT', deferredAt: time(90) })];
    expect(fold(bill, states)).toMatchObject({ deferred: { reason: 'NIGHT', since: time(82) } });
    expect(fold(bill, [...states, said('PayoutDispatched')])).not.toHaveProperty('deferred');
  });

  test('uses no attempt', () => given(bill, requested, above).when(dispatch()).then(said('PayoutDispatched')));

  test('never follows a sending, a hold or a contradiction', () => {
    for (const history of [dispatched, unknown, refused, [requested, said('PayoutHeld')]])
      given(bill, ...history)
        .when(defer('NIGHT'))
        .nothing();
  });
});

test('repeats the last wait for refused credentials, and never ends the payout', () => {
  const third = said('PayoutRequested', { attempt: 3 });
  const sent = said('PayoutDispatched', { attempt: 3 });
  const refusal = { kind: 'REJECTED', code: 'AUTH', message: 'no', retryClass: true } as const;
  given(bill, third, sent)
    .when(record(refusal, time(100)))
    .then(
      said('PayoutRejected', {
        attempt: 3,
        code: 'AUTH',
        message: 'no',
        nextAttemptAt: time(400),
        rejectedAt: time(100),
      }),
    );
});
