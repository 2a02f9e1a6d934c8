import { parseStrictJson } from '../../../src/http/request/shape/strict-json';
import fc from '../../properties';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));

describe('strict JSON', () => {
  it('reads every output of JSON.stringify as the same value', () => {
    const value = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' });
    const isHarmless = (text: string) => !/__proto__|constructor|prototype/.test(text);
    fc.assert(
      fc.property(value.map((candidate) => JSON.stringify(candidate)).filter(isHarmless), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps every decimal with up to 15 digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 3 }), (units, scale) => {
        const written = units / 10 ** scale;
        const digits = units.toString().padStart(scale + 1, '0');
        const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
        expect(parse(text)).toBe(written);
      }),
    );
  });

  it('refuses every whole number that a double changes', () => {
    fc.assert(
      // Below 10^21 a double is written with all its digits, so the text says what the double keeps.
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 10n ** 20n }), (whole) => {
        const isKept = String(+whole.toString()) === whole.toString();
        const read = () => parse(whole.toString());
        if (isKept) expect(read).not.toThrow();
        else expect(read).toThrow('too large or too precise');
      }),
    );
  });

  it('reads hostile text in linear time', () => {
    const hostile = [
      `"${'\\\\'.repeat(50_000)}"`,
      `"${'\\"'.repeat(25_000)}`,
      `[${'1e1,'.repeat(20_000)}1]`,
      '9'.repeat(100_000),
      `1e${'9'.repeat(1_000)}`,
      `1.${'0'.repeat(99_000)}1`,
      `-${'0.0'.repeat(1)}${'0'.repeat(90_000)}1`,
    ];
    for (const text of hostile) {
      try {
        parse(text);
      } catch (error) {
        expect(error).toHaveProperty('rejection.code', 'VALIDATION_ERROR');
      }
    }
  });
});
