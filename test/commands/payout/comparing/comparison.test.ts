import type { PayoutEvent } from '../../../../aggregates/payout/events';
import {
  type ComparedOrder,
  differencesOf,
  type ListedOrder,
  loggedUnder,
} from '../../../../commands/payout/comparing/comparison';
import { bill, said } from '../../../aggregates/payout/owed';

type Event = PayoutEvent<{ readonly billId: string }>;
const sent: readonly Event[] = [said('PayoutRequested'), said('PayoutDispatched')];
const stateAfter = (events: readonly Event[]) => events.reduce(bill.evolve, bill.initial);
const logged = (...events: readonly Event[]) => loggedUnder(stateAfter(events), 'key1', { amountCents: 15_000n });

const order = (changes: Partial<ComparedOrder> = {}): ComparedOrder => ({
  ...{ outcome: 'PAID', amountCents: 15_000n, returnedCents: 0n, ...changes },
});
const listed = (changes: Partial<ListedOrder> = {}): ListedOrder => ({ ...order(), isAnotherPayee: false, ...changes });

test.each<[string, readonly Event[], ComparedOrder | null]>([
  ['nothing before the order is sent', sent.slice(0, 1), null],
  ['an open order after the sending', sent, order({ outcome: 'OPEN' })],
  ['an open order of an unknown outcome', [...sent, said('PayoutOutcomeUnknown')], order({ outcome: 'OPEN' })],
  ['an unpaid order after a rejection', [...sent, said('PayoutRejected')], order({ outcome: 'NOT_PAID' })],
  ['a paid order', [...sent, said('PayoutSettled')], order()],
  [
    'a paid order with what came back',
    [...sent, said('PayoutSettled'), said('PayoutReturned', { amountCents: '4000' })],
    order({ returnedCents: 4_000n }),
  ],
])('reads %s from the log', (_what, events, expected) => {
  expect(logged(...events)).toEqual(expected);
});

test('reads the order of the first payment after a second payment to the payee', () => {
  const again = said('ReturnResolved', { how: 'PAID_AGAIN', transfer: null });
  const second = said('PayoutRequested', { attempt: 2, providerKey: 'key2' });
  const events = [...sent, said('PayoutSettled'), said('PayoutReturned'), again, second];
  expect(logged(...events)).toEqual(order({ returnedCents: 15_000n }));
});

test.each<[string, ComparedOrder | null, ListedOrder | null, readonly string[]]>([
  ['finds no difference in equal orders', order(), listed(), []],
  ['finds an order that the log does not have', null, listed(), ['ORDER_WITHOUT_PAYOUT']],
  ['finds an open order that the log does not have', null, listed({ outcome: 'OPEN' }), ['ORDER_WITHOUT_PAYOUT']],
  ['ignores a refused order that the log does not have', null, listed({ outcome: 'NOT_PAID' }), []],
  ['finds a paid payout that the bank does not have', order(), null, ['PAYOUT_WITHOUT_ORDER']],
  ['ignores an open payout that the bank does not have', order({ outcome: 'OPEN' }), null, []],
  ['ignores a rejected payout that the bank does not have', order({ outcome: 'NOT_PAID' }), null, []],
  ['finds a paid order that the log rejected', order({ outcome: 'NOT_PAID' }), listed(), ['OTHER_OUTCOME']],
  ['finds a refused order that the log has as paid', order(), listed({ outcome: 'NOT_PAID' }), ['OTHER_OUTCOME']],
  ['leaves an outcome that is open in the log to the next question', order({ outcome: 'OPEN' }), listed(), []],
  ['finds another amount', order(), listed({ amountCents: 15_001n }), ['OTHER_AMOUNT']],
  ['finds another amount of an open order', order({ outcome: 'OPEN' }), listed({ amountCents: 1n }), ['OTHER_AMOUNT']],
  ['finds another payee', order(), listed({ isAnotherPayee: true }), ['OTHER_PAYEE']],
  ['finds a return that the log lacks', order(), listed({ returnedCents: 1n }), ['UNBOOKED_RETURN']],
  ['ignores a return that the log has learnt since the list', order({ returnedCents: 1n }), listed(), []],
])('%s', (_what, log, bank, expected) => {
  expect(differencesOf(log, bank)).toEqual(expected);
});
