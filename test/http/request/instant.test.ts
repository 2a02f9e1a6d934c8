import { isRejection } from '../../../aggregates/rejection';
import { instantOf } from '../../../src/http/request/shape/instant';

const faultsOf = (text: string): unknown => {
  try {
    return instantOf('from', text);
  } catch (error) {
    return isRejection(error) ? error.rejection.fieldErrors : error;
  }
};

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20T12:00:00.123456Z', '2026-11-20T12:00:00.123Z'],
  ['2026-11-20T12:00:00-03:00', '2026-11-20T15:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['1000-01-01', '1000-01-01T00:00:00.000Z'],
  ['2999-12-31T23:59:59.999Z', '2999-12-31T23:59:59.999Z'],
])('%s is %s', (text, instant) => expect(instantOf('from', text)).toBe(instant));

test.each([
  ...['', ' ', '2026', '2026-11', '2026-1-1', '20261120', '2026-11-20T12:00', '2026-11-20T12:00:00', 'now'],
  ...['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10', '2026-11-00', '2026-11-20T25:00:00Z'],
  ...['2026-11-20T12:60:00Z', '2026-11-20T12:00:00+99:00', '0000-01-01', '9999-12-31', '+012026-11-20', '1'.repeat(40)],
])('%j is refused as an instant', (text) => expect(faultsOf(text)).toEqual({ from: expect.any(String) }));

test('reads a missing instant as undefined', () => expect(instantOf('from', undefined)).toBeUndefined());
