import { isPrintableAscii } from './printable-ascii';
import { parseCnpj, parseCpf } from './tax-id';

export type PixKeyKind = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';

export interface PixKey {
  readonly kind: PixKeyKind;
  /** In the stored form: digits, upper-case CNPJ, E.164, lower-case e-mail or uuid. */
  readonly key: string;
}

export const PIX_KEY_MAX_LENGTH = 77;

const E164 = /^\+[1-9]\d{2,15}$/;
/** An assigned area code, then the 9 of a mobile number. */
const BARE_MOBILE = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])9\d{8}$/;
const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const orNull = (text: string, form: RegExp): string | null => (form.test(text) ? text : null);

const parsePhone = (text: string): string | null => {
  const compact = text.replace(/[ ().-]/g, '');
  return BARE_MOBILE.test(compact) ? `+55${compact}` : orNull(compact, E164);
};

export const parsePixKey = (kind: PixKeyKind, text: string): string | null => {
  if (text.length > PIX_KEY_MAX_LENGTH || !isPrintableAscii(text)) return null;
  switch (kind) {
    case 'CPF':
      return parseCpf(text);
    case 'CNPJ':
      return parseCnpj(text);
    case 'PHONE':
      return parsePhone(text);
    case 'EMAIL':
      return orNull(text.toLowerCase(), EMAIL);
    case 'EVP':
      return orNull(text.toLowerCase(), EVP);
  }
};

export const PIX_KEY_KINDS: readonly PixKeyKind[] = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP'];

/** Every kind that fits the text: `11900000083` is a CPF and a plausible mobile number. */
export const possiblePixKeys = (text: string): readonly PixKey[] =>
  PIX_KEY_KINDS.flatMap((kind) => {
    const key = parsePixKey(kind, text);
    return key === null ? [] : [{ kind, key }];
  });

/** Null unless exactly one kind fits. A mobile number without `+55` needs its kind. */
export const inferPixKey = (text: string): PixKey | null => {
  const [only, ...others] = possiblePixKeys(text);
  if (only === undefined || others.length > 0) return null;
  return only.kind === 'PHONE' && !text.trimStart().startsWith('+') ? null : only;
};

/** Phones in a BR Code always carry `+`, so eleven digits are a CPF. */
export const pixKeyOfCode = (text: string): PixKey | null =>
  possiblePixKeys(text).find((candidate) => candidate.kind !== 'PHONE' || text.startsWith('+')) ?? null;

/** Distinguishes two keys without identifying the person. */
export const maskPixKey = ({ kind, key }: PixKey): string => {
  switch (kind) {
    case 'CPF':
      return `***.***.***-${key.slice(-2)}`;
    case 'CNPJ':
      return `**.***.***/${key.slice(8, 12)}-${key.slice(-2)}`;
    case 'PHONE':
      return `${key.slice(0, 3)}*****${key.slice(-4)}`;
    case 'EMAIL':
      return `${key.slice(0, 1)}***@***${key.slice(key.lastIndexOf('.'))}`;
    case 'EVP':
      return `****-${key.slice(-4)}`;
  }
};
