import { isPrintableAscii } from './printable-ascii';
import { parseCnpj, parseCpf } from './tax-id';

/** The five kinds of key that PIX knows (design: rails, section 1.2). */
export type PixKeyKind = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';

export interface PixKey {
  readonly kind: PixKeyKind;
  /** In the stored form: digits, upper-case CNPJ, E.164, lower-case e-mail or uuid. */
  readonly key: string;
}

/** The longest key (an e-mail) has 77 characters. */
export const PIX_KEY_MAX_LENGTH = 77;

const E164 = /^\+[1-9]\d{2,15}$/;
/** An area code that is assigned, then the nine of a mobile number. */
const BARE_MOBILE = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])9\d{8}$/;
const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const orNull = (text: string, form: RegExp): string | null => (form.test(text) ? text : null);

const parsePhone = (text: string): string | null => {
  const compact = text.replace(/[ ().-]/g, '');
  return BARE_MOBILE.test(compact) ? `+55${compact}` : orNull(compact, E164);
};

/** The key in its stored form when the caller says of which kind it is; null when it is not of that kind. */
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

const KINDS: readonly PixKeyKind[] = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP'];

/** Every kind that the text could be, each in its stored form: `11900000083` is a CPF and a plausible mobile number. */
export const possiblePixKeys = (text: string): readonly PixKey[] =>
  KINDS.flatMap((kind) => {
    const key = parsePixKey(kind, text);
    return key === null ? [] : [{ kind, key }];
  });

/**
 * The key when no kind is given: null unless it can only be one thing. A bare number that looks like a mobile phone
 * is never guessed to be one: the caller names the kind or writes `+55`.
 */
export const inferPixKey = (text: string): PixKey | null => {
  const [only, ...others] = possiblePixKeys(text);
  if (only === undefined || others.length > 0) return null;
  return only.kind === 'PHONE' && !text.trimStart().startsWith('+') ? null : only;
};

/** A key inside a BR Code: phones always carry `+` there, so eleven digits are a CPF. */
export const pixKeyOfCode = (text: string): PixKey | null =>
  possiblePixKeys(text).find((candidate) => candidate.kind !== 'PHONE' || text.startsWith('+')) ?? null;

/** What may be shown of a key: too little to find the person by, enough for the payer to tell two keys apart. */
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
