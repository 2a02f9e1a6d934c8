import type { Outcome } from '../../../aggregates/payout/commands';
import type { PayoutEvent } from '../../../aggregates/payout/events';
import { openReturnOf } from '../../../aggregates/payout/returns';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { given } from '../../given';
import { record, returned, settlement } from '../cashout/payout-commands';
import { bill, said } from './owed';

const back = (amountCents: string, ofCents = amountCents): Outcome => ({
  ...{ ...returned, amountCents },
  settlement: { ...settlement, amountCents: ofCents },
});
const short = said('PayoutContradicted', { settledNow: true, detail: 'settled for 14999 cents' });
const sent = [said('PayoutRequested'), said('PayoutDispatched')] as const;
const who = { proposedBy: 'ana', decidedBy: 'bob' };
const { giftCardPin: _none, ...paid } = said('PayoutSettled').data;
const decided = (more: object = {}) =>
  ({ type: 'PayoutSettled', data: { ...paid, decided: { ...who, ...more } } }) as const;
const cameBack = (amountCents: string) => said('PayoutReturned', { amountCents, feeCents: '0', returnedAt: time(300) });

type History = readonly PayoutEvent<{ readonly billId: string }>[];

describe('a payout one cent short that operators decided as paid', () => {
  test.each<[string, History]>([
    ['was known at the decision', [...sent, short, decided({ despite: ['key1 SETTLED 14999'] })]],
    ['was reported before', [...sent, short, decided()]],
  ])('takes the return that its bank reports, when the short amount %s', (_what, history) => {
    given(bill, ...history)
      .when(record(back('14999'), time(300)))
      .then(cameBack('14999'));
    const state = [...history, cameBack('14999')].reduce(bill.evolve, bill.initial);
    expect(openReturnOf(state)).toMatchObject({ amountCents: 14_999n });
    given(bill, ...history, cameBack('14999'))
      .when(record(back('14999'), time(400)))
      .nothing();
  });

  test('ignores the same short amount, and contradicts another one', () => {
    const history = [...sent, short, decided()];
    const tell = (amountCents: string) => record({ kind: 'SETTLED', ...settlement, amountCents }, time(300));
    given(bill, ...history)
      .when(tell('14999'))
      .nothing();
    given(bill, ...history)
      .when(tell('14998'))
      .then(
        said('PayoutContradicted', {
          ...{ settledNow: true, detail: 'settled for 14998 cents, after 15000', contradictedAt: time(300) },
        }),
      );
  });

  test.each([
    ['that was never reported', back('14998')],
    ['above the settlement', back('15001', '15000')],
  ])('contradicts the return of an amount %s', (_what, outcome) => {
    const history = [...sent, short, decided()];
    const [event] = bill.decide(history.reduce(bill.evolve, bill.initial), record(outcome, time(300)));
    expect(event?.type).toBe('PayoutContradicted');
  });
});

describe('a payout one cent over that operators decided as paid', () => {
  const over = said('PayoutContradicted', { settledNow: true, detail: 'settled for 15001 cents' });
  const history = [...sent, over, decided()] as const;

  test('counts a full return as the owed amount', () => {
    given(bill, ...history)
      .when(record(back('15001', '15001'), time(300)))
      .then(cameBack('15000'));
    const known = [...history, cameBack('15000')];
    expect(openReturnOf(known.reduce(bill.evolve, bill.initial))).toMatchObject({ amountCents: 15_000n });
    given(bill, ...known)
      .when(record(back('15001', '15001'), time(400)))
      .nothing();
  });

  test('subtracts the excess from a return before it opens the rest', () => {
    given(bill, ...history)
      .when(record(back('1', '15001'), time(300)))
      .nothing();
    given(bill, ...history)
      .when(record(back('15000', '15001'), time(300)))
      .then(cameBack('14999'));
  });

  test('counts only the part that was not returned before', () =>
    given(bill, ...history, cameBack('9000'))
      .when(record(back('15001', '15001'), time(300)))
      .then(cameBack('6000')));

  test.each([
    ['than was settled', back('15002', '15001')],
    ['than was ever reported', back('15002')],
  ])('contradicts a return of more %s', (_what, outcome) => {
    const [event] = bill.decide(history.reduce(bill.evolve, bill.initial), record(outcome, time(300)));
    expect(event?.type).toBe('PayoutContradicted');
  });
});

test('contradicts a return after a settlement of another amount, and names both', () =>
  given(bill, ...sent, said('PayoutSettled'))
    .when(record(back('14999'), time(210)))
    .then(
      said('PayoutContradicted', {
        ...{ settledNow: false, detail: 'returned 14999 of 14999 cents, after 15000' },
      }),
    ));
