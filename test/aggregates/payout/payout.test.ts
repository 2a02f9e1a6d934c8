import { fold } from '../../../aggregates/decider';
import { MAXIMUM_CONTRADICTIONS } from '../../../aggregates/payout/contradiction';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { given } from '../../given';
import { dispatch, record, rejected, request, returned, settled, settlement } from '../cashout/payout-commands';
import { bill, said } from './owed';

const requested = said('PayoutRequested');
const dispatched = [requested, said('PayoutDispatched')] as const;
const unknown = [...dispatched, said('PayoutOutcomeUnknown')] as const;
const paid = [...dispatched, said('PayoutSettled')] as const;
const refused = [...dispatched, said('PayoutRejected')] as const;
const retryLater = said('PayoutRejected', { code: 'INSUFFICIENT_FUNDS', nextAttemptAt: time(115) });

describe('an owner’s own key', () => {
  test('is in each event, and nothing of any other owner is', () => {
    given(bill)
      .when(request(time(81)))
      .then(requested);
    given(bill, requested).when(dispatch()).then(said('PayoutDispatched'));
    given(bill, ...dispatched)
      .when(record(settled, time(95)))
      .then(said('PayoutSettled'));
    given(bill, ...dispatched)
      .when(record(rejected(false), time(85)))
      .then(said('PayoutRejected'));
    given(bill, ...paid)
      .when(record(returned, time(200)))
      .then(said('PayoutReturned'));
  });

  test('is called by its own name in a contradiction', () =>
    given(bill, ...refused)
      .when(record(settled, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: 'SETTLED after the bill had failed' })));
});

describe('who pays an attempt', () => {
  test('is decided when it is requested, and stands in the request', () =>
    given(bill)
      .when(request(time(81), 'bank-a'))
      .then(said('PayoutRequested', { provider: 'bank-a' })));
  test('is not said when nobody is there to be named', () =>
    given(bill)
      .when(request(time(81)))
      .then(requested));
  test('is nobody else at its dispatch', () => {
    const named = said('PayoutRequested', { provider: 'bank-a' });
    given(bill, named).when(dispatch(null, 'bank-b')).nothing();
    given(bill, named)
      .when(dispatch(null, 'bank-a'))
      .then(said('PayoutDispatched', { provider: 'bank-a' }));
  });
  test('is decided at dispatch where the request names nobody', () =>
    given(bill, requested)
      .when(dispatch(null, 'bank-b'))
      .then(said('PayoutDispatched', { provider: 'bank-b' })));
  test('is nobody else when the key is sent again', () => {
    given(bill, ...unknown)
      .when(dispatch(time(90), 'bank-b'))
      .nothing();
    given(bill, ...unknown)
      .when(dispatch(time(90), 'sandbox'))
      .then(said('PayoutDispatched'));
  });
  test('may be somebody else for the attempt after a definitive rejection', () =>
    given(bill, ...dispatched, retryLater)
      .when(request(time(115), 'bank-b'))
      .then(said('PayoutRequested', { attempt: 2, providerKey: 'key2', provider: 'bank-b', requestedAt: time(115) })));
});

describe('what has come back lies between what had come back and what was paid', () => {
  const inAll = (amountCents: string) => record({ ...returned, amountCents }, time(210));
  const alarm = (detail: string) => said('PayoutContradicted', { detail });
  const part = said('PayoutReturned', { amountCents: '4000' });

  test.each(['4001', '14999', '15000'])('%s of 15000 after 4000 is a return', (amountCents) =>
    given(bill, ...paid, part)
      .when(inAll(amountCents))
      .then(said('PayoutReturned', { amountCents: `${Number(amountCents) - 4_000}`, returnedAt: time(210) })));
  test('the same again is nothing new', () =>
    given(bill, ...paid, part)
      .when(inAll('4000'))
      .nothing());
  test.each(['15001', '150000', '9'.repeat(38)])('a return of %s is more than was paid', (amountCents) =>
    given(bill, ...paid, part)
      .when(inAll(amountCents))
      .then(alarm(`returned ${amountCents} cents in all, after 4000 of 15000`)));
  test('a return that shrinks is an alarm', () =>
    given(bill, ...paid, part)
      .when(inAll('3999'))
      .then(alarm('returned 3999 cents in all, after 4000 of 15000')));
  test.each(['0', '-1', '-15000'])('a return of %s is none', (amountCents) =>
    given(bill, ...paid)
      .when(inAll(amountCents))
      .then(alarm(`returned ${amountCents} cents in all, after 0 of 15000`)));
  test('a return of what was settled for another amount is an alarm', () =>
    given(bill, ...paid)
      .when(record({ ...returned, settlement: { ...settlement, amountCents: '14000' } }, time(210)))
      .then(alarm('returned 15000 of 14000 cents, after 15000')));
  test.each(['14999', '15001', '1', '0'])('a second settlement, for %s, is an alarm', (amountCents) =>
    given(bill, ...paid)
      .when(record({ ...settled, amountCents }, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: `settled for ${amountCents} cents, after 15000` })));
  test('a second settlement for the same amount is the same', () =>
    given(bill, ...paid)
      .when(record(settled, time(210)))
      .nothing());
  test('what was paid and returned before anybody asked settles, and a return that cannot be is an alarm', () =>
    given(bill, ...unknown)
      .when(inAll('15001'))
      .then(said('PayoutSettled', { settledAt: time(210) }), alarm('returned 15001 cents in all, after 0 of 15000')));
  describe('what the provider keeps', () => {
    const fee = (feeCents: string) => ({ ...settlement, feeCents });
    test('is in the settlement, and what it keeps more in the return', () => {
      given(bill, ...dispatched)
        .when(record({ ...settled, ...fee('35') }, time(95)))
        .then(said('PayoutSettled', { feeCents: '35' }));
      given(bill, ...dispatched, said('PayoutSettled', { feeCents: '35' }))
        .when(record({ ...returned, amountCents: '4000', settlement: fee('50') }, time(210)))
        .then(said('PayoutReturned', { amountCents: '4000', feeCents: '15', returnedAt: time(210) }));
      given(bill, ...dispatched, said('PayoutSettled', { feeCents: '35' }), {
        ...part,
        data: { ...part.data, feeCents: '15' },
      })
        .when(record({ ...returned, amountCents: '5000', settlement: fee('70') }, time(210)))
        .then(said('PayoutReturned', { amountCents: '1000', feeCents: '20', returnedAt: time(210) }));
    });
    test('is never less than it was, and none where it does not say', () =>
      given(bill, ...dispatched, said('PayoutSettled', { feeCents: '35' }))
        .when(record({ ...returned, amountCents: '4000' }, time(210)))
        .then(said('PayoutReturned', { amountCents: '4000', feeCents: '0', returnedAt: time(210) })));
    test('is in both when they come to light together', () =>
      given(bill, ...unknown)
        .when(record({ ...returned, settlement: fee('50') }, time(200)))
        .then(said('PayoutSettled', { feeCents: '50', settledAt: time(200) }), said('PayoutReturned')));
    test('in a log of before is nothing that is known', () => {
      const { provider: _unsaid, feeCents: _unasked, ...old } = said('PayoutSettled').data;
      given(bill, ...dispatched, { type: 'PayoutSettled', data: old })
        .when(record({ ...returned, settlement: fee('50') }, time(200)))
        .then(said('PayoutReturned', { feeCents: '50' }));
    });
  });
  test('a log of before with a return of more than was paid folds, and each later word about it is an alarm', () =>
    given(bill, ...paid, said('PayoutReturned', { amountCents: '150000' }))
      .when(inAll('150000'))
      .then(alarm('returned 150000 cents in all, after 150000 of 15000')));
});

describe('contradictions', () => {
  const wrong = (amountCents: string) => record({ ...settled, amountCents }, time(210));
  const alarm = (amountCents: string) =>
    said('PayoutContradicted', { settledNow: true, detail: `settled for ${amountCents} cents` });

  test('one that was told is not told again', () =>
    given(bill, ...dispatched, alarm('1'))
      .when(wrong('1'))
      .nothing());
  test('another one is: it may be another payment', () =>
    given(bill, ...dispatched, alarm('1'))
      .when(wrong('2'))
      .then(alarm('2')));
  test('so is the same one of another attempt', () => {
    const second = { attempt: 2, providerKey: 'key2' };
    const both = [
      ...dispatched,
      retryLater,
      said('PayoutRequested', second),
      said('PayoutDispatched', second),
    ] as const;
    const of = (providerKey: string) =>
      said('PayoutContradicted', { providerKey, settledNow: true, detail: 'SETTLED although the attempt is not open' });
    given(bill, ...both, of('key0'))
      .when(record(settled, time(210)))
      .then(of('key1'));
  });
  test('after as many as anybody reads no more are written', () => {
    const many = Array.from({ length: MAXIMUM_CONTRADICTIONS }, (_, index) => alarm(`${index}`));
    given(bill, ...dispatched, ...many)
      .when(wrong('99'))
      .nothing();
    given(bill, ...dispatched, ...many.slice(1))
      .when(wrong('99'))
      .then(alarm('99'));
  });
  test('of those that nothing has ended: what is told of a payment that operators decided about is recorded', () => {
    const many = Array.from({ length: MAXIMUM_CONTRADICTIONS }, (_, index) => alarm(`${index}`));
    given(bill, ...dispatched, ...many, said('PayoutDecided'))
      .when(record(settled, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: 'SETTLED after the bill had failed' }));
  });
  test('the right settlement is recorded whatever was said before', () =>
    given(bill, ...dispatched, alarm('1'), alarm('2'))
      .when(record(settled, time(95)))
      .then(said('PayoutSettled')));
});

test('what has ended cannot begin again, whatever the log says', () => {
  for (const ended of [paid, refused]) {
    const again = [...ended, requested, ...dispatched, retryLater];
    expect(fold(bill, again)).toEqual(fold(bill, ended));
  }
});
