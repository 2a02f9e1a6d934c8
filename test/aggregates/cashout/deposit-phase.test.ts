import { cashout } from '../../../aggregates/cashout/cashout';
import type { AcceptDeposit, CashoutCommand } from '../../../aggregates/cashout/commands';
import type { FinalDeposit, SetAside } from '../../../aggregates/deposit/events';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { allBut, histories, type Situation } from './histories';

const being = (situation: Situation) => given(cashout, ...histories[situation]);
const created = event('CashoutIntentCreated');

describe('creating an intent', () => {
  const create = (createdAt: string): CashoutCommand => ({
    type: 'CreateIntent',
    intent: { ...intentCreated, createdAt },
  });

  test('opens the stream', () =>
    being('NONE')
      .when(create(time(10)))
      .then(created));
  test('in the last millisecond of the quote', () =>
    being('NONE')
      .when(create(time(299.999)))
      .then(event('CashoutIntentCreated', { createdAt: time(299.999) })));
  test.each([300, 301])('at second %i the quote has expired', (second) =>
    being('NONE')
      .when(create(time(second)))
      .rejects('QUOTE_EXPIRED'));
  test.each(
    allBut('NONE', 'EXPIRED', 'COMPLETED', 'RETURNED', 'FAILED'),
  )('a live intent (%s) is in the way for now', (situation) =>
    being(situation)
      .when(create(time(10)))
      .rejects('CONCURRENT_OPERATION'));
  test.each([
    'EXPIRED',
    'COMPLETED',
    'RETURNED',
    'FAILED',
  ] as const)('an ended one (%s) for ever, which wins over an expired quote', (situation) =>
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

describe('accepting a deposit', () => {
  test('exactly what was asked for', () => being('PENDING').when(accept()).then(event('DepositAccepted')));
  test('more is paid as quoted, and the surplus is owed back at once', () =>
    being('PENDING')
      .when(accept({ amountBaseUnits: '25000001' }))
      .then(
        event('DepositAccepted', { amountBaseUnits: '25000001' }),
        event('RefundDue', { amountBaseUnits: '1', reason: 'SURPLUS', dueAt: acceptedAt }),
      ));
  test('amounts are compared as numbers, not as text', () =>
    being('PENDING')
      .when(accept({ amountBaseUnits: '9' }))
      .rejects('WRONG_STATE'));
  test.each(allBut('NONE', 'PENDING', 'EXPIRED'))('the same deposit again is nothing (%s)', (situation) =>
    being(situation).when(accept()).nothing());
  test.each(allBut('PENDING'))('another deposit is refused (%s)', (situation) =>
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

  test('says who, why and what it sets aside; the intent is paid as if by the rule', () =>
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
  test('sets aside nothing that it does not name', () =>
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
