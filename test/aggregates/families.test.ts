import { correlationOf, FAMILIES, FAMILY_NAMES, isPayment } from '../../aggregates/families';
import { STREAM_PREFIXES } from '../../aggregates/stream';

test('each family has streams of its own', () => {
  const categories = FAMILY_NAMES.map((name) => FAMILIES[name].category);
  expect(new Set(categories).size).toBe(FAMILY_NAMES.length);
  expect(STREAM_PREFIXES).toEqual(expect.arrayContaining(categories.map((category) => `${category}-`)));
});

test.each(FAMILY_NAMES)('an event of %s is correlated by the id of its stream', (family) => {
  const { category, correlationKey: key } = FAMILIES[family];
  expect(correlationOf(`${category}-7f4d-1f0f`)).toEqual({ family, key, id: '7f4d-1f0f' });
});

test('the stream of a user is of no family', () => {
  expect([correlationOf('user-1'), correlationOf('cashout')]).toEqual([null, null]);
});

test('cash-outs are payments', () => {
  expect(FAMILY_NAMES.filter(isPayment)).toContain('CASHOUT');
});
