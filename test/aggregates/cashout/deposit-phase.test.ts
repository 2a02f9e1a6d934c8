import { cashout } from '../../../aggregates/cashout/cashout';
import type { AcceptDeposit, CashoutCommand } from '../../../aggregates/cashout/commands';
import { whyRefused } from '../../../aggregates/cashout/deposit-phase';
import { fold } from '../../../aggregates/decider';
import { given } from '../../given';
import { intentCreated, time } from '../../sample-data';
import { event } from '../../sample-events';
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

const { acceptedAt, depositId, network, txid, assetId, amountBaseUnits, sender, blockTime } =
  event('DepositAccepted').data;
const paid = { depositId, network, txid, assetId, amountBaseUnits, sender, blockTime };

const accept = (differences: Partial<AcceptDeposit['deposit']> = {}): AcceptDeposit => ({
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

describe('why a deposit is refused', () => {
  const why = (situation: Situation, differences: Partial<AcceptDeposit['deposit']> = {}) =>
    whyRefused(fold(cashout, histories[situation]), { ...paid, ...differences });

  test.each([
    ['NONE', {}, 'UNKNOWN_MEMO'],
    ['EXPIRED', {}, 'INTENT_CLOSED'],
    ['ACCEPTED', {}, 'DUPLICATE'],
    ['COMPLETED', {}, 'DUPLICATE'],
    ['FAILED', {}, 'DUPLICATE'],
    ['PENDING', { network: 'polygon' }, 'WRONG_NETWORK'],
    ['PENDING', { assetId: 202 }, 'WRONG_ASSET'],
    ['PENDING', { amountBaseUnits: '24999999' }, 'UNDERPAID'],
    ['PENDING', {}, null],
  ] as const)('%s, %j: %s', (situation, differences, reason) => {
    expect(why(situation, differences)).toBe(reason);
  });
});

describe('expiry', () => {
  const expire = (now: string): CashoutCommand => ({ type: 'Expire', cause: 'WATERMARK', now });

  test('ends what nobody paid', () =>
    being('PENDING')
      .when(expire(time(340)))
      .then(event('CashoutExpired')));
  test('from the deadline on', () =>
    being('PENDING')
      .when(expire(time(300)))
      .then(event('CashoutExpired', { expiredAt: time(300) })));
  test('not before', () =>
    being('PENDING')
      .when(expire(time(299.999)))
      .nothing());
  test.each(allBut('NONE', 'PENDING'))('comes second to whatever happened before (%s)', (situation) =>
    being(situation)
      .when(expire(time(340)))
      .nothing());
  test('of what never was is INTENT_NOT_FOUND', () =>
    being('NONE')
      .when(expire(time(340)))
      .rejects('INTENT_NOT_FOUND'));
});
