import { ttlSecondsOf } from '../../../src/http/credentials/token-ttl';

const DAY = 86_400;

describe('a time to live', () => {
  it.each([
    ['1s', 1],
    ['30m', 1_800],
    ['1h', 3_600],
    ['7d', 7 * DAY],
    ['30d', 30 * DAY],
    ['720h', 30 * DAY],
  ])('%s is %d seconds', (text, seconds) => {
    expect(ttlSecondsOf(text)).toBe(seconds);
  });

  it.each(['31d', '721h', '999999d', '999999h'])('%s is limited to 30 days, and not refused', (text) => {
    expect(ttlSecondsOf(text)).toBe(30 * DAY);
  });

  it.each([
    '',
    '0s',
    '00s',
    '01h',
    '-1h',
    '+1h',
    '1',
    'h',
    '1.5h',
    '1e9d',
    '1H',
    '1w',
    ' 1h',
    '1h ',
    '1h\n',
    '1h1m',
    '1000000s',
    'Infinity',
    'NaN',
    '0x1h',
    '\u0661h',
  ])('%j is refused as a time to live', (text) => {
    expect(ttlSecondsOf(text)).toBeNull();
  });
});
