import { cashout } from '../../../aggregates/cashout/cashout';
import type { AcceptDeposit, CashoutCommand } from '../../../aggregates/cashout/commands';
import type { FinalDeposit, SetAside } from '../../../aggregates/deposit/events';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { allBut, histories, type Situation } from './histories';

const being = (situation: Situation) => given(cashout, ...histories[situation]);
const created = event('CashoutIntentCreated');

describe('the creation of an intent', () => {
  const create = (createdAt: string): CashoutCommand => ({
    type: 'CreateIntent',
    intent: { ...intentCreated, createdAt },
  });

  test('opens the stream', () =>
    being('NONE')
      .when(create(time(10)))
      .then(created));
  test('is accepted in the last millisecond of the quote', () =>
    being('NONE')
      .when(create(time(299.999)))
      .then(event('CashoutIntentCreated', { createdAt: time(299.999) })));
  test.each([300, 301])('is rejected at second %i, because the quote has expired', (second) =>
    being('NONE')
      .when(create(time(second)))
      .rejects('QUOTE_EXPIRED'));
  test.each(
    allBut('NONE', 'EXPIRED', 'COMPLETED', 'RETURNED', 'FAILED'),
  )('is rejected for now by a live intent (%s)', (situation) =>
    being(situation)
      .when(create(time(10)))
      .rejects('CONCURRENT_OPERATION'));
  test.each([
    'EXPIRED',
    'COMPLETED',
    'RETURNED',
    'FAILED',
  ] as const)('is rejected permanently by an ended intent (%s), also after the quote', (situation) =>
    being(situation)
      .when(create(time(301)))
      .rejects('QUOTE_ALREADY_USED'));
});

const { acceptedAt, depositId } = event('DepositAccepted').data;
const paid: FinalDeposit = { ...movement, depositId };

const accept = (differences: Partial<FinalDeposit> = {}): AcceptDeposit => ({
  type: 'AcceptDeposit',
  deposit: { ...paid, ...differences },
  now: acceptedAt,
});

describe('the acceptance of a deposit', () => {
  test('takes the exact amount', () => being('PENDING').when(accept()).then(event('DepositAccepted')));
  test('accepts more, keeps the quoted payout, and owes the surplus', () =>
    being('PENDING')
      .when(accept({ amountBaseUnits: '25000001' }))
      .then(
        event('DepositAccepted', { amountBaseUnits: '25000001' }),
        event('RefundDue', { amountBaseUnits: '1', reason: 'SURPLUS', dueAt: acceptedAt }),
      ));
  test('compares amounts as numbers, not as text', () =>
    being('PENDING')
      .when(accept({ amountBaseUnits: '9' }))
      .rejects('WRONG_STATE'));
  test.each(allBut('NONE', 'PENDING', 'EXPIRED'))('ignores the same deposit again (%s)', (situation) =>
    being(situation).when(accept()).nothing());
  test.each(allBut('PENDING'))('rejects another deposit (%s)', (situation) =>
    being(situation)
      .when(accept({ depositId: 'ethereum:0xd2:0' }))
      .rejects('WRONG_STATE'));
});

describe("an operator's assignment", () => {
  const everything: readonly SetAside[] = ['MEMO', 'RECEIVER', 'BLOCK_TIME', 'AMBIGUITY', 'UNSUPPORTED_TRANSFER'];
  const assign = (differences: Partial<FinalDeposit>, setAside = everything): CashoutCommand => ({
    type: 'AssignDeposit',
    deposit: { ...paid, ...differences },
    assignment: { operator: 'ana', reason: 'ticket 17', setAside },
    now: acceptedAt,
  });

  test('names operator, reason and clauses, and pays the intent like the rule', () =>
    being('PENDING')
      .when(assign({ memos: [], blockTime: time(9_999), amountBaseUnits: '25000001' }, ['MEMO', 'BLOCK_TIME']))
      .then(
        event('DepositAccepted', {
          blockTime: time(9_999),
          amountBaseUnits: '25000001',
          assignment: { operator: 'ana', reason: 'ticket 17', setAside: ['MEMO', 'BLOCK_TIME'] },
        }),
        event('RefundDue', { amountBaseUnits: '1', reason: 'SURPLUS', dueAt: acceptedAt }),
      ));
  test('sets aside only the named clauses', () =>
    being('PENDING')
      .when(assign({ memos: [], blockTime: time(9_999) }, ['MEMO']))
      .rejects('WRONG_STATE'));
  test.each(allBut('NONE', 'PENDING', 'EXPIRED'))('repeats without an event (%s)', (situation) =>
    being(situation).when(assign({})).nothing());
  test.each(allBut('PENDING'))('is rejected unless the intent is PENDING (%s)', (situation) =>
    being(situation)
      .when(assign({ depositId: 'ethereum:0xd2:0' }))
      .rejects('WRONG_STATE'));
});
