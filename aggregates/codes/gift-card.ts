import { crc16 } from './crc16';
import { isPrintableAscii } from './printable-ascii';

export interface GiftCardCode {
  readonly text: string;
  readonly provider: string;
  readonly sku: string;
  readonly amountCents: bigint;
}

export type GiftCardRefusal = 'TOO_LONG' | 'MALFORMED' | 'AMOUNT' | 'CHECK';

export type GiftCardResult =
  | { readonly ok: true; readonly code: GiftCardCode }
  | { readonly ok: false; readonly reason: GiftCardRefusal };

export const GIFT_CARD_MAX_LENGTH = 48;

/** Crockford's alphabet: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PROVIDER = /^[A-Z0-9]{2,8}$/;
const SKU = /^[A-Z0-9]{1,20}$/;
const CENTS = /^[1-9]\d{0,8}$/;
const CHECK_LENGTH = 2;

const checkOf = (body: string): string => {
  const bits = Number.parseInt(crc16(body), 16) & 0x3ff;
  return ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 0x1f);
};

/** People write O for 0 and I or L for 1; the alphabet has none of these letters. */
const asWritten = (check: string): string => check.replaceAll('O', '0').replaceAll('I', '1').replaceAll('L', '1');

export const buildGiftCardCode = (provider: string, sku: string, amountCents: bigint): string => {
  const body = `GC-${provider}-${sku}-${amountCents}`;
  return `${body}-${checkOf(body)}`;
};

/** Reads `GC-<PROVIDER>-<SKU>-<cents>-<check>` in either case, without asking the catalog. Never throws. */
export const parseGiftCardCode = (text: string): GiftCardResult => {
  if (text.length > GIFT_CARD_MAX_LENGTH) return { ok: false, reason: 'TOO_LONG' };
  if (!isPrintableAscii(text)) return { ok: false, reason: 'MALFORMED' };
  const [prefix, provider = '', sku = '', cents = '', check = '', ...more] = text.toUpperCase().split('-');
  const wellFormed = prefix === 'GC' && PROVIDER.test(provider) && SKU.test(sku) && check.length === CHECK_LENGTH;
  if (!wellFormed || more.length > 0) return { ok: false, reason: 'MALFORMED' };
  if (!CENTS.test(cents)) return { ok: false, reason: 'AMOUNT' };
  const amountCents = BigInt(cents);
  const written = buildGiftCardCode(provider, sku, amountCents);
  if (!written.endsWith(`-${asWritten(check)}`)) return { ok: false, reason: 'CHECK' };
  return { ok: true, code: { text: written, provider, sku, amountCents } };
};
