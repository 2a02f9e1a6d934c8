import { isUnavailable } from '../../../infra/postgres/unavailable';

const coded = (code: string): Error => Object.assign(new Error('something'), { code });

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  '08006',
  '53300',
  '53100',
  '57P01',
  '57P03',
  '57014',
  '25006',
  'EMFILE',
  'ENFILE',
])('%s is an outage', (code) => expect(isUnavailable(coded(code))).toBe(true));

test.each(['23505', '40001', '42P01', '57P04x', 'ENOENT'])('%s is not', (code) =>
  expect(isUnavailable(coded(code))).toBe(false));

test('recognises an error of the driver without a code by its text', () => {
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isUnavailable(new Error('Query read timeout'))).toBe(true);
  expect(isUnavailable(new Error('the quote is unknown'))).toBe(false);
  expect(isUnavailable('Connection terminated')).toBe(false);
});

test('a host with several addresses is unreachable when one of the refusals reports it', () => {
  expect(isUnavailable(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe(true);
  expect(isUnavailable(new AggregateError([new Error('other')]))).toBe(false);
});
