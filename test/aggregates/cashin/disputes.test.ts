import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, SeenDispute, SeenPix } from '../../../aggregates/cashin/commands';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const charged = [event('CashinIntentCreated'), event('ChargeCreated')];
const paid = [...charged, event('PixReceived'), event('PixAccepted'), event('SplitApplied')];
const opened = [...paid, event('DisputeOpened')];

const told = (changes: Partial<SeenDispute> = {}): SeenDispute => ({
  ...{ disputeId: 'dispute1', endToEndId: 'E1', amountCents: '15000', state: 'OPEN', reason: 'FRAUD', ...changes },
});

const say = (disputes: readonly SeenDispute[], payments: readonly SeenPix[] = []): CashinCommand => ({
  ...{ type: 'RecordCharge', payments, split: null, disputes, closed: null, now: time(62) },
});

const alarm = (detail: string, about = 'E1') =>
  event('CashinContradicted', { about, detail, contradictedAt: time(62) });
const torn = (disputeId = 'dispute1') => alarm(`dispute ${disputeId} is told in two ways by one answer`);

describe('the disputes of one answer', () => {
  test('free the cents of a won dispute for a new one', () =>
    given(cashin, ...opened)
      .when(say([told({ disputeId: 'dispute2' }), told({ state: 'WON' })]))
      .then(
        event('DisputeWon', { wonAt: time(62) }),
        event('DisputeOpened', { disputeId: 'dispute2', openedAt: time(62) }),
      ));

  test('open a dispute once when it is repeated', () =>
    given(cashin, ...paid)
      .when(say([told(), told()]))
      .then(event('DisputeOpened', { openedAt: time(62) })));

  test.each([
    ['both open and won', told({ state: 'WON' })],
    ['with two amounts', told({ amountCents: '0' })],
  ])('contradict once and decide no dispute %s', (_how, other) => {
    for (const disputes of [
      [told(), other],
      [other, told()],
    ]) {
      given(cashin, ...paid)
        .when(say(disputes))
        .then(torn());
      given(cashin, ...paid, torn())
        .when(say(disputes))
        .nothing();
    }
  });

  test('are one contradiction for each dispute with two reports', () => {
    const second = { disputeId: 'dispute2', amountCents: '1' };
    given(cashin, ...paid)
      .when(say([told(), told({ state: 'LOST' }), told(second), told({ ...second, state: 'WON' })]))
      .then(torn(), torn('dispute2'));
  });

  test('are a contradiction at both payments when one dispute names two', () =>
    given(cashin, ...paid)
      .when(say([told(), told({ endToEndId: 'E2' })]))
      .then(torn(), alarm('dispute dispute1 is told in two ways by one answer', 'E2')));

  test('are one contradiction and decide no dispute when its cents change', () => {
    const other = say([told({ amountCents: '4000', state: 'LOST' })]);
    const others = alarm('dispute dispute1 is about 4000 cents: none, more than are left, or others than before');
    given(cashin, ...opened)
      .when(other)
      .then(others);
    given(cashin, ...opened, others)
      .when(other)
      .nothing();
  });
});

test.each([
  ['told in two ways by one answer', [told(), told({ state: 'WON' })]],
  ['about 15001 cents: none, more than are left, or others than before', [told({ amountCents: '15001' })]],
])('a dispute that is %s stops the completion of a cash-in that the partner delivers', (how, disputes) => {
  const ofPartner = [
    event('CashinIntentCreated', { deliveryMode: 'PARTNER', deliveryProvider: null }),
    event('ChargeCreated'),
    event('PixReceived'),
    event('PixAccepted', { deliveryMode: 'PARTNER' }),
  ];
  given(cashin, ...ofPartner)
    .when(say(disputes))
    .then(alarm(`dispute dispute1 is ${how}`));
});
