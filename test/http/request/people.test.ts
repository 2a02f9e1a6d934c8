import { isInLifetime } from '../../../src/http/request/shape/people';

const now = Date.parse('2026-11-28T00:00:00.000Z');

test.each([
  ['2990-01-01', false],
  ['2026-11-28', false],
  ['2026-11-27', true],
  ['1990-02-28', true],
  ['1896-11-28', true],
  ['1896-11-27', false],
  ['0001-01-01', false],
])('finds a birth on %s within a lifetime: %s', (day, isIn) => {
  expect(isInLifetime(day, now)).toBe(isIn);
});
