import { holdsPeg, middleOf } from '../../../aggregates/quote/peg';

const isHeld = (sell: string, buy = sell): boolean => holdsPeg(middleOf({ sell, buy })!);

test.each(['1', '0.995', '1.005', '1.0000000000000000001', '0.99500000001'])('keeps the peg at %s', (price) => {
  expect(isHeld(price)).toBe(true);
});

test.each(['0.99499999999', '1.00500000001', '0', '5.4', '0.5'])('loses the peg at %s', (price) => {
  expect(isHeld(price)).toBe(false);
});

test('uses the middle of both sides, because a spread is no loss of the peg', () => {
  expect([isHeld('0.98', '1.02'), isHeld('0.98', '1.001'), isHeld('0.999', '1.02')]).toEqual([true, false, false]);
});

test.each([
  ['', '1'],
  ['1', '1e3'],
  ['-1', '1'],
  ['NaN', '1'],
])('finds no middle price of %j and %j', (sell, buy) => {
  expect(middleOf({ sell, buy })).toBeNull();
});
