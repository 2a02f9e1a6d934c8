import { buildGiftCardCode, GIFT_CARD_MAX_LENGTH, parseGiftCardCode } from '../../../aggregates/codes/gift-card';
import vectors from '../../data/codes.json';
import fc from '../../properties';

const reasonFor = (text: string): string => {
  const result = parseGiftCardCode(text);
  return result.ok ? 'none' : result.reason;
};

describe('a gift-card code', () => {
  test.each(vectors.giftCards)('is read: $code', ({ code, provider, sku, amountCents }) => {
    const read = { text: code, provider, sku, amountCents: BigInt(amountCents) };
    expect(parseGiftCardCode(code)).toEqual({ ok: true, code: read });
    expect(parseGiftCardCode(code.toLowerCase())).toEqual({ ok: true, code: read });
  });

  test('may have O for 0 and I or L for 1 in its check', () => {
    // The check of this code is 01.
    const code = vectors.giftCardLookalike;
    for (const check of ['01', 'O1', '0I', 'oL']) {
      expect(parseGiftCardCode(code.slice(0, -2) + check)).toMatchObject({ ok: true, code: { text: code } });
    }
  });

  test('can be read back after it was built, and passes only its own check', () => {
    const part = fc.stringMatching(/^[A-Z0-9]{2,8}$/);
    const property = fc.property(
      part,
      part,
      fc.bigInt({ min: 1n, max: 999_999_999n }),
      (provider, sku, amountCents) => {
        const text = buildGiftCardCode(provider, sku, amountCents);
        expect(parseGiftCardCode(text)).toEqual({ ok: true, code: { text, provider, sku, amountCents } });
        const other = text.endsWith('7') ? '8' : '7';
        expect(reasonFor(text.slice(0, -1) + other)).toBe('CHECK');
      },
    );
    fc.assert(property);
  });

  test.each([
    ['CHECK', 'GC-SBX-STEAM-5001-DS'],
    ['CHECK', 'GC-SBX-STEAM-5000-UU'],
    ['AMOUNT', 'GC-SBX-STEAM-0-DS'],
    ['AMOUNT', 'GC-SBX-STEAM-05000-DS'],
    ['AMOUNT', 'GC-SBX-STEAM-50.00-DS'],
    ['AMOUNT', 'GC-SBX-STEAM-1234567890-DS'],
    ['MALFORMED', 'GC-SBX-STEAM-5000'],
    ['MALFORMED', 'GC-SBX-STEAM-5000-DS-X'],
    ['MALFORMED', 'GC-SBX-STE_AM-5000-DS'],
    ['MALFORMED', 'GC--STEAM-5000-DS'],
    ['MALFORMED', 'GC-SBX-STEAM-5000-DSS'],
    ['MALFORMED', 'XX-SBX-STEAM-5000-DS'],
    ['MALFORMED', 'GC-\u017fBX-STEAM-5000-DS'],
    ['MALFORMED', 'GC-SBX-STEAM-5000-D\u017f'],
    ['MALFORMED', ''],
    ['TOO_LONG', `GC-SBX-${'A'.repeat(GIFT_CARD_MAX_LENGTH)}-5000-DS`],
  ])('is refused, %s: %s', (reason, text) => {
    expect(reasonFor(text)).toBe(reason);
  });
});
