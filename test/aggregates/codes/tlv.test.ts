import { crc16 } from '../../../aggregates/codes/crc16';
import { parseTlv, tlv } from '../../../aggregates/codes/tlv';

describe('fields', () => {
  test('are read in their order', () => {
    expect([...(parseTlv('000201540510.00') ?? [])]).toEqual([
      ['00', '01'],
      ['54', '10.00'],
    ]);
  });

  test.each([
    '0',
    '0002',
    '00020',
    '0x0201',
    '000x01',
    '00-101',
    '00030',
    '000201000202',
  ])('are refused for %s', (text) => {
    expect(parseTlv(text)).toBeNull();
  });

  test('are at most a hundred, for any length of the text', () => {
    const ids = Array.from({ length: 100 }, (_, id) => id.toString().padStart(2, '0'));
    const whole = ids.map((id) => tlv(id, '')).join('');
    expect(parseTlv(whole)?.size).toBe(100);
    let read = 0;
    const counting = new Proxy(Object(whole.repeat(1_000)) as object, {
      get: (target, property) => {
        if (property === 'charCodeAt') read += 1;
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }) as unknown as string;
    expect(parseTlv(counting)).toBeNull();
    expect(read).toBeLessThanOrEqual(101 * 4);
  });

  test('are not written above 99 characters', () => {
    expect(() => tlv('26', 'x'.repeat(100))).toThrow('Field 26 has 100 characters; 99 fit');
  });
});

test('computes the checksum CRC-16/CCITT-FALSE with its catalogued value 29B1', () => {
  expect(crc16('123456789')).toBe('29B1');
  expect(crc16('')).toBe('FFFF');
});
