import type { DecidePayout, Outcome, Word } from '../../../aggregates/payout/commands';
import type { PayoutEnd, PayoutEvent } from '../../../aggregates/payout/events';
import { REFUND_WAIT_MS, UNDECIDED_MS } from '../../../aggregates/payout/trouble';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { given } from '../../given';
import { record, rejected, returned, settled, settlement } from '../cashout/payout-commands';
import { bill, said } from './owed';

const key2 = { attempt: 2, providerKey: 'key2' } as const;
const { unknownAt } = said('PayoutOutcomeUnknown').data;
const { dispatchedAt } = said('PayoutDispatched').data;
const short: Outcome = { kind: 'SETTLED', ...settlement, amountCents: '14999' };
const shortBack: Outcome = {
  ...returned,
  ...{ amountCents: '14999', settlement: { ...settlement, amountCents: '14999' } },
};
const contradicted = said('PayoutContradicted', { settledNow: true, detail: 'settled for 14999 cents' });
const sent = [said('PayoutRequested'), said('PayoutDispatched')] as const;
const unknown = [...sent, contradicted, said('PayoutOutcomeUnknown')] as const;
const afterAll = said('PayoutContradicted', { settledNow: true, detail: 'SETTLED although the attempt is not open' });
const retried = [...sent, said('PayoutRejected', { code: 'OTHER', nextAttemptAt: time(115) })] as const;
const between = [...retried, afterAll] as const;
const second = said('PayoutDispatched', { ...key2, dispatchedAt: time(120) });
const sentTwice = [...retried, said('PayoutRequested', key2), second] as const;

const lateMs = Date.parse(time(200)) + UNDECIDED_MS;
const late = new Date(lateMs).toISOString();
const PAID: PayoutEnd = { how: 'PAID', endToEndId: 'E77' };
const NOT_PAID: PayoutEnd = { how: 'NOT_PAID' };

const decide = (end: PayoutEnd, by: string, words: readonly Word[] = [], now = late): DecidePayout => ({
  ...{ type: 'DecidePayout', providerKey: 'key1', end, by, mayPropose: true, words, now },
});
const word = (outcome: Outcome | null, providerKey = 'key1', state = 'so'): Word => ({
  ...{ providerKey, provider: 'sandbox', state, outcome },
});
const about = { attempt: 1, providerKey: 'key1', unknownSince: unknownAt } as const;
const proposedEnd = (end: PayoutEnd, of: object = about) =>
  said('PayoutDecisionProposed', { ...of, end, proposedBy: 'ana', proposedAt: late });
const decidedUnpaid = (more: object = {}) =>
  said('PayoutDecided', {
    ...{ ...about, proposedBy: 'ana', decidedBy: 'bob', decidedAt: late },
    ...{ refundableFrom: new Date(lateMs + REFUND_WAIT_MS).toISOString(), ...more },
  });
const who = { proposedBy: 'ana', decidedBy: 'bob' };
const decidedPaid = (more: object = {}) => {
  const { giftCardPin: _none, ...data } = said('PayoutSettled', {
    ...{ endToEndId: 'E77', providerId: 'E77', feeCents: '0', receiptUrl: null, settledAt: late },
    ...{ decided: who, ...more },
  }).data;
  return { type: 'PayoutSettled', data } as const;
};

type History = readonly PayoutEvent<{ readonly billId: string }>[];

const stateAfter = (...history: History) => history.reduce(bill.evolve, bill.initial);

describe('a contradicted payout', () => {
  test.each([
    ['not paid', NOT_PAID, decidedUnpaid()],
    ['paid', PAID, decidedPaid()],
  ])('is decided as %s by two operators, never by one, and only by equal words', (_how, end, event) => {
    const other = end === PAID ? NOT_PAID : PAID;
    given(bill, ...unknown)
      .when(decide(end, 'ana'))
      .then(proposedEnd(end));
    given(bill, ...unknown, proposedEnd(end))
      .when(decide(end, 'ana'))
      .nothing();
    given(bill, ...unknown, proposedEnd(end))
      .when(decide(end, 'bob'))
      .then(event);
    given(bill, ...unknown, proposedEnd(other))
      .when(decide(end, 'ana'))
      .then(proposedEnd(end));
  });

  test('accepts a new proposal when operators found a second payment', () =>
    given(bill, ...unknown, proposedEnd({ how: 'PAID', endToEndId: 'E78' }))
      .when(decide(PAID, 'ana'))
      .then(proposedEnd(PAID)));

  test('needs a proposal that knows of every contradiction', () =>
    given(bill, ...unknown, proposedEnd(PAID), said('PayoutContradicted', { detail: 'settled for 1 cents' }))
      .when(decide(PAID, 'ana'))
      .then(proposedEnd(PAID)));

  test('is decided 2 h after it was sent or became unknown, and not before', () => {
    const at = (since: string, ms: number) => new Date(Date.parse(since) + UNDECIDED_MS + ms).toISOString();
    given(bill, ...unknown)
      .when(decide(PAID, 'ana', [], at(unknownAt, -1)))
      .rejects('WRONG_STATE');
    given(bill, ...sent, contradicted)
      .when(decide(PAID, 'ana', [], at(dispatchedAt, -1)))
      .rejects('WRONG_STATE');
    const now = at(dispatchedAt, 0);
    given(bill, ...sent, contradicted)
      .when(decide(PAID, 'ana', [], now))
      .then(
        said('PayoutDecisionProposed', {
          ...{ ...about, unknownSince: dispatchedAt, end: PAID },
          ...{ proposedBy: 'ana', proposedAt: now },
        }),
      );
  });

  const partlyBack: Outcome = { ...returned, amountCents: '4000' };
  const wrongPartlyBack: Outcome = { ...shortBack, amountCents: '14998' };
  test.each<[string, Outcome | null, readonly PayoutEnd['how'][]]>([
    ['the exact amount', settled, ['PAID']],
    ['another amount', short, ['PAID']],
    ['a payment returned in full', returned, ['NOT_PAID']],
    ['a payment returned in part', partlyBack, ['PAID']],
    ['another amount, returned in full', shortBack, ['NOT_PAID']],
    ['another amount, returned but for a cent', wrongPartlyBack, ['PAID']],
    ['a rejection', rejected(false), ['NOT_PAID']],
    ['an order on its way', null, ['PAID']],
    ['a duplicate key', { kind: 'UNKNOWN', reason: 'DUPLICATE_KEY' }, ['PAID']],
  ])('takes only the ends that agree with the provider, which reports %s', (_what, outcome, ends) => {
    for (const end of [PAID, NOT_PAID]) {
      const asked = given(bill, ...unknown).when(decide(end, 'ana', [word(outcome)]));
      if (ends.includes(end.how)) asked.then(proposedEnd(end));
      else asked.rejects('WRONG_STATE');
    }
  });

  test('ends either way under the key that settled after its rejection', () => {
    const since = { ...about, unknownSince: dispatchedAt };
    given(bill, ...between, proposedEnd(PAID, since))
      .when(decide(PAID, 'bob', [word(settled)]))
      .then(decidedPaid({ providerId: 'sbx_1' }));
    given(bill, ...between, proposedEnd(NOT_PAID, since))
      .when(decide(NOT_PAID, 'bob', [word(rejected(true))]))
      .then(decidedUnpaid({ unknownSince: dispatchedAt }));
  });

  test('ends after a new request too, and never reuses its key', () => {
    const since = { ...about, unknownSince: dispatchedAt };
    const again = [...retried, said('PayoutRequested', { ...key2 }), afterAll];
    given(bill, ...again, proposedEnd(PAID, since))
      .when(decide(PAID, 'bob'))
      .then(decidedPaid());
    expect(stateAfter(...again, decidedPaid())).toMatchObject({ phase: 'SETTLED', attempt: 2, providerKey: 'key1' });
    expect(stateAfter(...again, decidedUnpaid())).toMatchObject({ phase: 'FAILED' });
  });

  test('ends two orders PAID under the settled key, and NOT_PAID only when neither settled', () => {
    const words = [word(settled), word(rejected(false), 'key2')];
    const since = { ...about, unknownSince: time(120) };
    given(bill, ...sentTwice, afterAll)
      .when(decide(PAID, 'ana', words))
      .then(proposedEnd(PAID, since));
    given(bill, ...sentTwice, afterAll)
      .when(decide(PAID, 'ana', [word(rejected(true)), word(rejected(false), 'key2')]))
      .rejects('WRONG_STATE');
    given(bill, ...sentTwice, afterAll)
      .when(decide(NOT_PAID, 'ana', words))
      .rejects('WRONG_STATE');
    given(bill, ...sentTwice, afterAll)
      .when(decide(NOT_PAID, 'ana', [word(rejected(true)), word(rejected(false), 'key2')]))
      .then(proposedEnd(NOT_PAID, { ...key2, unknownSince: time(120) }));
  });

  test.each<[string, Outcome | null]>([
    ['on its way', null],
    ['perhaps a duplicate', { kind: 'UNKNOWN', reason: 'DUPLICATE_KEY' }],
  ])('rejects PAID while the other order, never called paid, is %s', (_what, outcome) => {
    for (const first of [settled, rejected(true)])
      given(bill, ...sentTwice, afterAll)
        .when(decide(PAID, 'ana', [word(first), word(outcome, 'key2')]))
        .rejects('WRONG_STATE');
    given(bill, ...sentTwice, said('PayoutContradicted', { providerKey: 'key2' }))
      .when(decide(PAID, 'ana', [word(rejected(true)), word(outcome, 'key2')]))
      .then(proposedEnd(PAID, { ...key2, unknownSince: time(120) }));
  });

  test('uses the reported id and fee of the provider', () =>
    given(bill, ...unknown, proposedEnd(PAID))
      .when(decide(PAID, 'bob', [word({ ...short, feeCents: '9' })]))
      .then(decidedPaid({ providerId: 'sbx_1', feeCents: '9', decided: { ...who, despite: ['key1 SETTLED 14999'] } })));
});

describe('an outcome that is reported after the decision NOT_PAID', () => {
  const against = decidedUnpaid({ despite: ['key1 RETURNED 14999 of 14999'] });
  const ended = [...unknown, proposedEnd(NOT_PAID), against] as const;

  test('is ignored when the operators knew of it', () => {
    given(bill, ...unknown, proposedEnd(NOT_PAID))
      .when(decide(NOT_PAID, 'bob', [word(shortBack)]))
      .then(against);
    given(bill, ...ended)
      .when(record(shortBack, time(90_000)))
      .nothing();
  });

  test.each<[string, Outcome]>([
    ['the exact amount', settled],
    ['another amount that has not come back', short],
  ])('contradicts when it is %s', (_what, outcome) =>
    given(bill, ...ended)
      .when(record(outcome, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: 'SETTLED after the bill had failed' })));
});

describe('an outcome that is reported after the decision PAID', () => {
  const despiteShort = decidedPaid({ decided: { ...who, despite: ['key1 SETTLED 14999'] }, providerId: 'sbx_1' });

  test('is ignored when the operators knew of it, and contradicts with a third amount', () => {
    given(bill, ...unknown, proposedEnd(PAID))
      .when(decide(PAID, 'bob', [word(short)]))
      .then(despiteShort);
    given(bill, ...unknown, despiteShort)
      .when(record(short, time(300)))
      .nothing();
    given(bill, ...unknown, despiteShort)
      .when(record({ ...short, amountCents: '14998' }, time(210)))
      .then(said('PayoutContradicted', { settledNow: true, detail: 'settled for 14998 cents, after 15000' }));
  });

  test('is a return under its key, also when a part was returned before', () => {
    const partly: Outcome = { ...returned, amountCents: '4000' };
    given(bill, ...between, proposedEnd(PAID, { ...about, unknownSince: dispatchedAt }))
      .when(decide(PAID, 'bob', [word(partly)]))
      .then(decidedPaid({ providerId: 'sbx_1' }));
    given(bill, ...between, decidedPaid())
      .when(record(partly, time(300)))
      .then(said('PayoutReturned', { amountCents: '4000', feeCents: '0', returnedAt: time(300) }));
    given(bill, ...between, decidedPaid())
      .when(record(returned, time(300)))
      .then(said('PayoutReturned', { feeCents: '0', returnedAt: time(300) }));
  });
});

describe('a decision on a contradicted payout', () => {
  test.each<[string, History]>([
    ['is not contradicted', sent],
    ['is unknown', [...sent, said('PayoutOutcomeUnknown')]],
    ['has settled', [...sent, contradicted, said('PayoutSettled')]],
    ['has failed', [...sent, said('PayoutRejected'), afterAll]],
    ['was never sent', [said('PayoutRequested'), afterAll]],
  ])('is rejected for a payout that %s', (_what, history) =>
    given(bill, ...history)
      .when(decide(PAID, 'ana'))
      .rejects('WRONG_STATE'));

  test('is rejected for an unknown payout while the provider reports its order', () =>
    given(bill, ...sent, said('PayoutOutcomeUnknown'))
      .when(decide(NOT_PAID, 'ana', [word(null)]))
      .rejects('WRONG_STATE'));
});
