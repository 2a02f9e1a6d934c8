import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { given } from '../../given';

const whole = (units: number): string => `${units}000000000000000000`;
const reading = (balance: number, allowance: number, blockNumber = '100') => ({
  ...{ balanceBaseUnits: whole(balance), allowanceBaseUnits: whole(allowance), blockNumber },
});
const reserved = event('BalanceReserved');
const captured = event('BalanceCaptured');
const settled = event('PeggedDebitSettled');
const released = event('BalanceReleased');

/** R$ 100.00 for another withdrawal of the same wallet. */
const next = (of = reading(300, 300), differences = {}) =>
  event('BalanceReserved', { withdrawId: 'wd2', reading: of, ...differences });
const reserve = (wanted: typeof reserved) => ({ type: 'ReserveBalance', reservation: wanted.data }) as const;
const capture = { type: 'CaptureBalance', withdrawId: 'wd1', now: time(62) } as const;
const settle = (of = debit) => ({ type: 'SettleDebit', withdrawId: 'wd1', debit: of, now: time(79) }) as const;
const release = { type: 'ReleaseBalance', withdrawId: 'wd1', reason: 'FAILED', now: time(79) } as const;

describe('a reservation', () => {
  test('takes the balance and the allowance of the wallet, to the last unit', () =>
    given(peggedBalance)
      .when(reserve(next(reading(100, 100))))
      .then(next(reading(100, 100))));
  test('is made once', () => given(peggedBalance, reserved).when(reserve(reserved)).nothing());
  test.each([
    ['a balance', 99, 100],
    ['an allowance', 100, 99],
    ['an allowance of nothing', 100, 0],
    ['a balance of nothing', 0, 100],
  ])('is refused for %s that is too small', (_name, balance, allowance) =>
    given(peggedBalance)
      .when(reserve(next(reading(balance, allowance))))
      .rejects('INSUFFICIENT_PEGGED_BALANCE'));
  test.each([
    [199, 300, 'balance'],
    [300, 199, 'allowance'],
  ])('names the balance or the allowance that is too small (%d, %d)', (balance, allowance, which) => {
    const state = [reserved].reduce(peggedBalance.evolve, peggedBalance.initial);
    expect(() => peggedBalance.decide(state, reserve(next(reading(balance, allowance))))).toThrow(which);
  });
  test.each([
    ['reserved', [reserved]],
    ['captured', [reserved, captured]],
    ['debited in a block that the reading does not know', [reserved, captured, settled]],
  ])('rejects a second use of an amount that is %s', (_name, history) => {
    given(peggedBalance, ...history)
      .when(reserve(next(reading(199, 300))))
      .rejects('INSUFFICIENT_PEGGED_BALANCE');
    given(peggedBalance, ...history)
      .when(reserve(next(reading(200, 200))))
      .then(next(reading(200, 200)));
  });
  test.each([
    ['was released', [reserved, captured, released], '100'],
    ['was debited before the reading', [reserved, captured, settled], '101'],
  ])('accepts the use of an amount that %s', (_name, history, block) =>
    given(peggedBalance, ...history)
      .when(reserve(next(reading(100, 100, block))))
      .then(next(reading(100, 100, block))));
  test('counts another asset of the wallet apart', () => {
    const other = next(reading(100, 100), { assetId: 302 });
    given(peggedBalance, reserved).when(reserve(other)).then(other);
  });
  test('refuses an amount of zero', () =>
    expect(() =>
      peggedBalance.decide(peggedBalance.initial, reserve(next(reading(1, 1), { amountBaseUnits: '0' }))),
    ).toThrow(RangeError));
});

describe('a debit', () => {
  const asked = [reserved, captured] as const;
  test('is requested once', () => {
    given(peggedBalance, reserved).when(capture).then(captured);
    given(peggedBalance, ...asked)
      .when(capture)
      .nothing();
  });
  test('settles its exact reservation, once', () => {
    given(peggedBalance, ...asked)
      .when(settle())
      .then(settled);
    given(peggedBalance, ...asked, settled)
      .when(settle())
      .nothing();
  });
  test.each([
    ['another network', { network: 'base' }],
    ['another asset', { assetId: 302 }],
    ['another wallet', { wallet: '0xdd' }],
    ['a unit less', { amountBaseUnits: '99999999999999999999' }],
    ['a unit more', { amountBaseUnits: '100000000000000000001' }],
    ['an issuer that pays nothing', { to: 'ISSUER' }],
    ['reais for what came to us', { issuerCents: '10000' }],
  ] as const)('refuses a settlement with %s', (_name, differences) =>
    given(peggedBalance, ...asked)
      .when(settle({ ...debit, ...differences }))
      .rejects('WRONG_STATE'));
  test('refuses a settlement without a request', () => {
    given(peggedBalance, reserved).when(settle()).rejects('WRONG_STATE');
    given(peggedBalance).when(settle()).rejects('WRONG_STATE');
  });
  test('serves one withdrawal', () => {
    const second = [next(), event('BalanceCaptured', { withdrawId: 'wd2' })];
    given(peggedBalance, ...asked, ...second, settled)
      .when({ ...settle(), withdrawId: 'wd2' })
      .rejects('WRONG_STATE');
  });
  test('refuses a settlement after another debit, or after the release', () => {
    given(peggedBalance, ...asked, settled)
      .when(settle({ ...debit, debitId: 'ethereum:0xe2:0' }))
      .rejects('WRONG_STATE');
    given(peggedBalance, ...asked, released)
      .when(settle())
      .rejects('WRONG_STATE');
  });
});

describe('a release', () => {
  test('releases a reserved or captured amount, once', () => {
    given(peggedBalance, reserved).when(release).then(released);
    given(peggedBalance, reserved, captured).when(release).then(released);
    given(peggedBalance, reserved, released).when(release).nothing();
  });
  test('releases no debited amount', () => given(peggedBalance, reserved, captured, settled).when(release).nothing());
  test('is rejected for an unknown reservation', () => given(peggedBalance).when(release).rejects('WRONG_STATE'));
});
