import { correlationOf, FAMILIES, FAMILY_NAMES, isPayment } from '../../aggregates/families';
import { STREAM_PREFIXES } from '../../aggregates/stream';

test('gives each family separate streams', () => {
  const categories = FAMILY_NAMES.map((name) => FAMILIES[name].category);
  expect(new Set(categories).size).toBe(FAMILY_NAMES.length);
  expect(STREAM_PREFIXES).toEqual(expect.arrayContaining(categories.map((category) => `${category}-`)));
});

test.each(FAMILY_NAMES)('correlates an event of %s by the id of its stream', (family) => {
  const { category, correlationKey: key } = FAMILIES[family];
  expect(correlationOf(`${category}-7f4d-1f0f`)).toEqual({ family, key, id: '7f4d-1f0f' });
});

test('puts the stream of a user into no family', () => {
  expect([correlationOf('user-1'), correlationOf('cashout')]).toEqual([null, null]);
});

test('counts cash-outs as payments', () => {
  expect(FAMILY_NAMES.filter(isPayment)).toContain('CASHOUT');
});
