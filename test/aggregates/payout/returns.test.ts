import type { ResolveReturn } from '../../../aggregates/payout/commands';
import type { PayoutEvent } from '../../../aggregates/payout/events';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { given } from '../../given';
import { dispatch, record, rejected, request, returned, settled, settlement } from '../cashout/payout-commands';
import { bill, said } from './owed';

type Event = PayoutEvent<{ readonly billId: string }>;

const paid: readonly Event[] = [said('PayoutRequested'), said('PayoutDispatched'), said('PayoutSettled')];
const back = said('PayoutReturned');
const part = said('PayoutReturned', { amountCents: '4000' });
const resolve = (resolution: ResolveReturn['resolution'], expectedCents = '15000', now = time(400)): ResolveReturn => ({
  ...{ type: 'ResolveReturn', resolution, expectedCents, now },
});
const again = resolve({ how: 'PAID_AGAIN' });
const crypto = { how: 'CRYPTO_DUE' } as const;
const partner = { how: 'PARTNER_PAID', transfer: 'E2E-77' } as const;

const paidAgain = said('ReturnResolved', { how: 'PAID_AGAIN', transfer: null });
const second = { attempt: 2, providerKey: 'key2' } as const;
const asked2 = said('PayoutRequested', { ...second, provider: 'bank-b', requestedAt: time(400) });
const sent2 = said('PayoutDispatched', { ...second, provider: 'bank-b' });
const onItsWay: readonly Event[] = [...paid, back, paidAgain, asked2, sent2];

describe('the resolution of a return', () => {
  test('settles all that is open, once', () => {
    given(bill, ...paid, back)
      .when(resolve(partner))
      .then(said('ReturnResolved'));
    given(bill, ...paid, back, said('ReturnResolved'))
      .when(resolve(partner))
      .rejects('WRONG_STATE');
  });
  test.each<[string, readonly Event[]]>([
    ['nothing was sent', []],
    ['nothing came back', paid],
    ['it is on its way', [...paid.slice(0, 2)]],
    ['it has failed', [...paid.slice(0, 2), said('PayoutRejected')]],
  ])('is rejected when %s', (_when, history) =>
    given(bill, ...history)
      .when(resolve(partner))
      .rejects('WRONG_STATE'));
  test('is rejected when more came back than the operator saw', () =>
    given(bill, ...paid, part, said('PayoutReturned', { amountCents: '1000' }))
      .when(resolve(partner, '4000'))
      .rejects('WRONG_STATE'));
  test('owes crypto for the returned part of the deposit, without the fees', () =>
    given(bill, ...paid, back)
      .when(resolve(crypto))
      .then(said('ReturnResolved', { how: 'CRYPTO_DUE', transfer: null, assetId: 201, amountBaseUnits: '2955666' })));
  test('owes the sum of one refund in several parts', () => {
    const events: Event[] = [...paid];
    let sum = 0n;
    for (const cents of [1n, 2n, 4_997n, 3_333n, 6_667n]) {
      events.push(said('PayoutReturned', { amountCents: `${cents}` }));
      const state = events.reduce<ReturnType<typeof bill.evolve>>(bill.evolve, bill.initial);
      const [resolved] = bill.decide(state, resolve(crypto, `${cents}`));
      if (resolved?.type !== 'ReturnResolved') throw new Error('It was not resolved');
      sum += BigInt(resolved.data.amountBaseUnits ?? 0);
      events.push(resolved);
    }
    expect(sum).toBe(2_955_666n);
  });
});

describe('the second payment of a return', () => {
  test('is the next attempt, under a key of its own', () => {
    given(bill, ...paid, back)
      .when(again)
      .then(paidAgain);
    given(bill, ...paid, back, paidAgain)
      .when(request(time(400), 'bank-b'))
      .then(asked2);
    given(bill, ...paid, back, paidAgain, asked2)
      .when(dispatch(null, 'bank-b'))
      .then(sent2);
    given(bill, ...onItsWay)
      .when(record(settled, time(410), 'key2'))
      .then(said('PayoutSettled', { ...second, provider: 'bank-b', settledAt: time(410) }));
  });
  test('pays the whole amount only', () => {
    given(bill, ...paid, part)
      .when(resolve({ how: 'PAID_AGAIN' }, '4000'))
      .rejects('WRONG_STATE');
    const partly = said('ReturnResolved', { amountCents: '4000' });
    given(bill, ...paid, part, partly, said('PayoutReturned', { amountCents: '11000' }))
      .when(resolve({ how: 'PAID_AGAIN' }, '11000'))
      .rejects('WRONG_STATE');
  });
  test('is rejected while the provider contradicts itself', () =>
    given(bill, ...paid, back, said('PayoutContradicted'))
      .when(again)
      .rejects('WRONG_STATE'));
  test('is rejected while another one is open', () =>
    given(bill, ...onItsWay)
      .when(again)
      .rejects('WRONG_STATE'));
  test('allows the first provider to repeat the return, but rejects another end', () => {
    given(bill, ...onItsWay)
      .when(record(returned, time(420)))
      .nothing();
    given(bill, ...onItsWay)
      .when(record(settled, time(420)))
      .nothing();
    given(bill, ...onItsWay)
      .when(record({ ...returned, settlement: { ...settlement, amountCents: '1' } }, time(210)))
      .then(said('PayoutContradicted', { detail: 'returned 15000 of 1 cents, after 15000' }));
  });
  test('reopens the return when it is rejected for good, and never reuses its key', () => {
    const refused = said('PayoutRejected', { ...second, rejectedAt: time(410) });
    given(bill, ...onItsWay)
      .when(record(rejected(false), time(410), 'key2'))
      .then(refused);
    given(bill, ...onItsWay, refused)
      .when(again)
      .then(paidAgain);
    given(bill, ...onItsWay, refused, paidAgain)
      .when(request(time(400), 'bank-b'))
      .then(said('PayoutRequested', { attempt: 3, providerKey: 'key3', provider: 'bank-b', requestedAt: time(400) }));
    given(bill, ...onItsWay, refused)
      .when(record(settled, time(210), 'key2'))
      .then(
        said('PayoutContradicted', {
          providerKey: 'key2',
          settledNow: true,
          detail: 'SETTLED after the bill had been completed',
        }),
      );
  });
  test('resolves the return a day after a decision as not paid, and not before', () => {
    const unknown2 = said('PayoutOutcomeUnknown', second);
    const decided = said('PayoutDecided', { ...second, refundableFrom: time(93_800) });
    given(bill, ...onItsWay, unknown2, decided)
      .when(resolve(partner, '15000', time(93_799)))
      .rejects('WRONG_STATE');
    given(bill, ...onItsWay, unknown2, decided)
      .when(resolve(partner, '15000', time(93_800)))
      .then(said('ReturnResolved', { resolvedAt: time(93_800) }));
  });
  test('keeps the return closed when its payment settled after that decision', () => {
    const unknown2 = said('PayoutOutcomeUnknown', second);
    const decided = said('PayoutDecided', { ...second, refundableFrom: time(93_800) });
    const late = said('PayoutContradicted', { providerKey: 'key2' });
    for (const resolution of [partner, crypto, { how: 'PAID_AGAIN' } as const])
      given(bill, ...onItsWay, unknown2, decided, late)
        .when(resolve(resolution, '15000', time(93_800)))
        .rejects('WRONG_STATE');
    given(bill, ...onItsWay, unknown2, decided, said('PayoutContradicted', { providerKey: 'key1' }))
      .when(resolve(partner, '15000', time(93_800)))
      .then(said('ReturnResolved', { resolvedAt: time(93_800) }));
  });
  test('may be returned again', () => {
    const settled2 = said('PayoutSettled', { ...second, provider: 'bank-b' });
    const back2 = said('PayoutReturned', { providerKey: 'key2', provider: 'bank-b' });
    given(bill, ...onItsWay, settled2, back2)
      .when(resolve(partner))
      .then(said('ReturnResolved', { providerKey: 'key2', provider: 'bank-b' }));
  });
});
