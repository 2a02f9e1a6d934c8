import type { EventType, LedgerEvent } from '../../../aggregates/events';
import { event, recordAll } from '../../samples/sample-events';
import { RULES, sumUp } from './books';

/** What is left when the events have happened, without what is even. */
const left = (...events: readonly LedgerEvent[]): Readonly<Record<string, string>> => {
  const { balances, breaches } = sumUp(recordAll(events));
  expect(breaches).toEqual([]);
  const open = [...balances].filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(open.map(([name, amount]) => [name, amount.toString()]));
};

const all = (...types: readonly EventType[]): readonly LedgerEvent[] => types.map((type) => event(type));

test('a PIX that operators have settled posts what came, and that it went', () => {
  const { data } = event('PixSettled');
  const posted = RULES.PixSettled({ type: 'PixSettled', data }, [], 'cash1');
  expect(posted.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    ...['bank 15000', 'cashin-suspense -15000', 'cashin-suspense 15000', 'bank -15000'],
  ]);
  expect(left(...all('CashinIntentCreated', 'ChargeCreated', 'CashinExpired', 'PixSettled'))).toEqual({});
  const { amountCents: _cents, provider: _provider, ...older } = data;
  expect(RULES.PixSettled({ type: 'PixSettled', data: older }, [], 'cash1')).toEqual([]);
});

describe('what the network took for a refund that operators sent', () => {
  const gasBaseUnits = '21000000000000';
  const cost = { 'costs cid1 ethereum:native': gasBaseUnits, 'treasury cid1 ethereum:native': `-${gasBaseUnits}` };
  const failed = [
    ...all('CashoutIntentCreated', 'DepositFinalised', 'DepositAccepted', 'PayoutRequested', 'PayoutDispatched'),
    ...all('PayoutRejected', 'CashoutFailed', 'RefundDue'),
  ];

  test('is a cost, beside what was owed', () => {
    expect(left(...failed, event('RefundRecorded', { gasBaseUnits }))).toEqual(cost);
    expect(left(...failed, event('RefundRecorded'))).toEqual({});
  });
});
