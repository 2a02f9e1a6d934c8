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
  test('is in each event, without the key of any other owner', () => {
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

  test('has its own name in a contradiction', () =>
    given(bill, ...refused)
      .when(record(settled, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: 'SETTLED after the bill had failed' })));
});

describe('the provider of an attempt', () => {
  test('is the provider that its request names', () =>
    given(bill)
      .when(request(time(81), 'bank-a'))
      .then(said('PayoutRequested', { provider: 'bank-a' })));
  test('is absent from a request without a name', () =>
    given(bill)
      .when(request(time(81)))
      .then(requested));
  test('is the named one at the dispatch', () => {
    const named = said('PayoutRequested', { provider: 'bank-a' });
    given(bill, named).when(dispatch(null, 'bank-b')).nothing();
    given(bill, named)
      .when(dispatch(null, 'bank-a'))
      .then(said('PayoutDispatched', { provider: 'bank-a' }));
  });
  test('is chosen at the dispatch when the request names none', () =>
    given(bill, requested)
      .when(dispatch(null, 'bank-b'))
      .then(said('PayoutDispatched', { provider: 'bank-b' })));
  test('stays the same when the key is sent again', () => {
    given(bill, ...unknown)
      .when(dispatch(time(90), 'bank-b'))
      .nothing();
    given(bill, ...unknown)
      .when(dispatch(time(90), 'sandbox'))
      .then(said('PayoutDispatched'));
  });
  test('may change for the attempt after a definitive rejection', () =>
    given(bill, ...dispatched, retryLater)
      .when(request(time(115), 'bank-b'))
      .then(said('PayoutRequested', { attempt: 2, providerKey: 'key2', provider: 'bank-b', requestedAt: time(115) })));
});

describe('the returned total', () => {
  const inAll = (amountCents: string) => record({ ...returned, amountCents }, time(210));
  const alarm = (detail: string) => said('PayoutContradicted', { detail });
  const part = said('PayoutReturned', { amountCents: '4000' });

  test.each(['4001', '14999', '15000'])('grows to %s of 15000 after 4000', (amountCents) =>
    given(bill, ...paid, part)
      .when(inAll(amountCents))
      .then(said('PayoutReturned', { amountCents: `${Number(amountCents) - 4_000}`, returnedAt: time(210) })));
  test('is ignored when it repeats', () =>
    given(bill, ...paid, part)
      .when(inAll('4000'))
      .nothing());
  test.each(['15001', '150000', '9'.repeat(38)])('contradicts when %s is more than was paid', (amountCents) =>
    given(bill, ...paid, part)
      .when(inAll(amountCents))
      .then(alarm(`returned ${amountCents} cents in all, after 4000 of 15000`)));
  test('contradicts when it shrinks', () =>
    given(bill, ...paid, part)
      .when(inAll('3999'))
      .then(alarm('returned 3999 cents in all, after 4000 of 15000')));
  test.each(['0', '-1', '-15000'])('contradicts when %s is not positive', (amountCents) =>
    given(bill, ...paid)
      .when(inAll(amountCents))
      .then(alarm(`returned ${amountCents} cents in all, after 0 of 15000`)));
  test('contradicts when the settlement was for another amount', () =>
    given(bill, ...paid)
      .when(record({ ...returned, settlement: { ...settlement, amountCents: '14000' } }, time(210)))
      .then(alarm('returned 15000 of 14000 cents, after 15000')));
  test.each(['14999', '15001', '1', '0'])('contradicts a second settlement, for %s', (amountCents) =>
    given(bill, ...paid)
      .when(record({ ...settled, amountCents }, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: `settled for ${amountCents} cents, after 15000` })));
  test('ignores a second settlement for the same amount', () =>
    given(bill, ...paid)
      .when(record(settled, time(210)))
      .nothing());
  test('settles an unknown payout with its return, and contradicts an impossible return', () =>
    given(bill, ...unknown)
      .when(inAll('15001'))
      .then(said('PayoutSettled', { settledAt: time(210) }), alarm('returned 15001 cents in all, after 0 of 15000')));
  describe('the fee of the provider', () => {
    const fee = (feeCents: string) => ({ ...settlement, feeCents });
    test('is in the settlement, and its growth in the return', () => {
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
    test('never shrinks, and is zero when the provider reports none', () =>
      given(bill, ...dispatched, said('PayoutSettled', { feeCents: '35' }))
        .when(record({ ...returned, amountCents: '4000' }, time(210)))
        .then(said('PayoutReturned', { amountCents: '4000', feeCents: '0', returnedAt: time(210) })));
    test('is in both events when they are reported together', () =>
      given(bill, ...unknown)
        .when(record({ ...returned, settlement: fee('50') }, time(200)))
        .then(said('PayoutSettled', { feeCents: '50', settledAt: time(200) }), said('PayoutReturned')));
    test('counts as zero in an old log', () => {
      const { provider: _unsaid, feeCents: _unasked, ...old } = said('PayoutSettled').data;
      given(bill, ...dispatched, { type: 'PayoutSettled', data: old })
        .when(record({ ...returned, settlement: fee('50') }, time(200)))
        .then(said('PayoutReturned', { feeCents: '50' }));
    });
  });
  test('folds an old log with too large a return, and contradicts each later report', () =>
    given(bill, ...paid, said('PayoutReturned', { amountCents: '150000' }))
      .when(inAll('150000'))
      .then(alarm('returned 150000 cents in all, after 150000 of 15000')));
});

describe('a contradiction', () => {
  const wrong = (amountCents: string) => record({ ...settled, amountCents }, time(210));
  const alarm = (amountCents: string) =>
    said('PayoutContradicted', { settledNow: true, detail: `settled for ${amountCents} cents` });

  test('is recorded once when it repeats', () =>
    given(bill, ...dispatched, alarm('1'))
      .when(wrong('1'))
      .nothing());
  test('is recorded again when it differs, because another payment is possible', () =>
    given(bill, ...dispatched, alarm('1'))
      .when(wrong('2'))
      .then(alarm('2')));
  test('is recorded again for another attempt', () => {
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
  test('is not recorded beyond the limit', () => {
    const many = Array.from({ length: MAXIMUM_CONTRADICTIONS }, (_, index) => alarm(`${index}`));
    given(bill, ...dispatched, ...many)
      .when(wrong('99'))
      .nothing();
    given(bill, ...dispatched, ...many.slice(1))
      .when(wrong('99'))
      .then(alarm('99'));
  });
  test('is recorded beyond the limit after a decision by operators', () => {
    const many = Array.from({ length: MAXIMUM_CONTRADICTIONS }, (_, index) => alarm(`${index}`));
    given(bill, ...dispatched, ...many, said('PayoutDecided'))
      .when(record(settled, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: 'SETTLED after the bill had failed' }));
  });
  test('does not stop the right settlement', () =>
    given(bill, ...dispatched, alarm('1'), alarm('2'))
      .when(record(settled, time(95)))
      .then(said('PayoutSettled')));
});

test('keeps an ended payout ended in any log', () => {
  for (const ended of [paid, refused]) {
    const again = [...ended, requested, ...dispatched, retryLater];
    expect(fold(bill, again)).toEqual(fold(bill, ended));
  }
});
