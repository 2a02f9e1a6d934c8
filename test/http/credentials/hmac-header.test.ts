import { parseHmacHeader } from '../../../src/http/credentials/hmac-header';

const SIGNATURE = 'a1'.repeat(32);
const PARTNER = 'partnerId=partner_demo';
const TIME = 'timestamp=1750000000';
const NONCE = 'nonce=0f8fad5b-d9cb-469f-a165-70867728950e';
const SIGNED = `signature=${SIGNATURE}`;
const header = (...fields: readonly string[]): string => `HMAC-SHA256 ${fields.join(',')}`;

describe('the header of a signed request', () => {
  const parsed = {
    partnerId: 'partner_demo',
    timestamp: '1750000000',
    nonce: '0f8fad5b-d9cb-469f-a165-70867728950e',
    signature: SIGNATURE,
  };

  it('has each field once, in any order', () => {
    expect(parseHmacHeader(header(PARTNER, TIME, NONCE, SIGNED))).toEqual(parsed);
    expect(parseHmacHeader(header(SIGNED, NONCE, TIME, PARTNER))).toEqual(parsed);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['the scheme alone', 'HMAC-SHA256'],
    ['no field', 'HMAC-SHA256 '],
    ['another scheme', header(PARTNER, TIME, NONCE, SIGNED).replace('256', '512')],
    ['the scheme in lower case', header(PARTNER, TIME, NONCE, SIGNED).toLowerCase()],
    ['two spaces after the scheme', header(PARTNER, TIME, NONCE, SIGNED).replace(' ', '  ')],
    ['a space after a comma', header(PARTNER, ` ${TIME}`, NONCE, SIGNED)],
    ['a space before an equals sign', header(PARTNER, TIME.replace('=', ' ='), NONCE, SIGNED)],
    ['a space after an equals sign', header(PARTNER, TIME.replace('=', '= '), NONCE, SIGNED)],
    ['a space at the end', `${header(PARTNER, TIME, NONCE, SIGNED)} `],
    ['two signatures', header(PARTNER, TIME, NONCE, SIGNED, SIGNED)],
    ['two signatures in place of a nonce', header(PARTNER, TIME, SIGNED, SIGNED)],
    ['an extra field', header(PARTNER, TIME, NONCE, SIGNED, 'mode=live')],
    ['an extra field of the prototype', header(PARTNER, TIME, NONCE, '__proto__=x', SIGNED)],
    ['an inherited field', header(PARTNER, TIME, NONCE, 'constructor=x', SIGNED)],
    ['no signature', header(PARTNER, TIME, NONCE)],
    ['a field without a value', header(PARTNER, TIME, NONCE, 'signature')],
    ['a trailing comma', `${header(PARTNER, TIME, NONCE, SIGNED)},`],
    ['a quoted value', header('partnerId="partner_demo"', TIME, NONCE, SIGNED)],
    ['a field in another case', header('PartnerId=partner_demo', TIME, NONCE, SIGNED)],
    ['a line break in the partner id', header('partnerId=partner\ndemo', TIME, NONCE, SIGNED)],
    ['a line break after the partner id', header('partnerId=partner_demo\n', TIME, NONCE, SIGNED)],
    ['a partner id of another alphabet', header('partnerId=p\u00e4rtner', TIME, NONCE, SIGNED)],
    ['an empty partner id', header('partnerId=', TIME, NONCE, SIGNED)],
    ['a partner id that is too long', header(`partnerId=${'p'.repeat(65)}`, TIME, NONCE, SIGNED)],
    ['an upper-case signature', header(PARTNER, TIME, NONCE, `signature=${SIGNATURE.toUpperCase()}`)],
    ['a short signature', header(PARTNER, TIME, NONCE, SIGNED.slice(0, -1))],
    ['a long signature', header(PARTNER, TIME, NONCE, `${SIGNED}a`)],
    ['a signature with a line break', header(PARTNER, TIME, NONCE, `${SIGNED}\n`)],
    ['a short nonce', header(PARTNER, TIME, `nonce=${'n'.repeat(15)}`, SIGNED)],
    ['a long nonce', header(PARTNER, TIME, `nonce=${'n'.repeat(65)}`, SIGNED)],
    ['a nonce with a line break', header(PARTNER, TIME, `nonce=${'n'.repeat(16)}\n`, SIGNED)],
    ['a nonce with an equals sign', header(PARTNER, TIME, `nonce=${'n'.repeat(16)}=`, SIGNED)],
    ['50 kB', header(PARTNER, TIME, NONCE, `${SIGNED}${','.repeat(50_000)}`)],
  ])('is refused with %s', (_what, text) => {
    expect(parseHmacHeader(text)).toBeNull();
  });

  it.each([
    '1750000000.0',
    '-1750000000',
    '+1750000000',
    '1e3',
    '1.75e9',
    '01750000000',
    'NaN',
    'Infinity',
    '0x684ee180',
    '1750000000000000',
    '',
    '1_750_000_000',
    '\u0661\u0667',
  ])('rejects %p as a time', (text) => {
    expect(parseHmacHeader(header(PARTNER, `timestamp=${text}`, NONCE, SIGNED))).toBeNull();
  });
});
