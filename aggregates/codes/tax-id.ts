import { isPrintableAscii } from './printable-ascii';

const ZERO = 48;

/** A character weighs its ASCII code less 48: A = 17 (design: rails, section 1.2). */
const weigh = (text: string, weightAt: (index: number) => number): number => {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum += (text.charCodeAt(index) - ZERO) * weightAt(index);
  return sum;
};

const checkDigit = (sum: number): string => {
  const remainder = sum % 11;
  return remainder < 2 ? '0' : (11 - remainder).toString();
};

const cpfDigit = (base: string): string => checkDigit(weigh(base, (index) => base.length + 1 - index));

const cnpjDigit = (base: string): string => checkDigit(weigh(base, (index) => 2 + ((base.length - 1 - index) % 8)));

const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
const ONE_CHARACTER = /^(.)\1*$/;

/** The last two digits check the first nine; eleven equal digits belong to nobody. */
export const isCpf = (digits: string): boolean => {
  if (!CPF.test(digits) || ONE_CHARACTER.test(digits)) return false;
  const first = cpfDigit(digits.slice(0, 9));
  return digits.endsWith(first + cpfDigit(digits.slice(0, 9) + first));
};

/** Alphanumeric since July 2026; the last two digits check the first twelve. */
export const isCnpj = (text: string): boolean => {
  if (!CNPJ.test(text) || ONE_CHARACTER.test(text)) return false;
  const first = cnpjDigit(text.slice(0, 12));
  return text.endsWith(first + cnpjDigit(text.slice(0, 12) + first));
};

/** Lengths with dots, dashes and slash. */
const CPF_MAX_LENGTH = 14;
const CNPJ_MAX_LENGTH = 18;

const CPF_FORM = /^(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})$/;
const CNPJ_FORM = /^([0-9A-Z]{2})\.?([0-9A-Z]{3})\.?([0-9A-Z]{3})\/?([0-9A-Z]{4})-?(\d{2})$/;

const joined = (match: RegExpExecArray | null): string | null => (match === null ? null : match.slice(1).join(''));

export const parseCpf = (text: string): string | null => {
  if (text.length > CPF_MAX_LENGTH || !isPrintableAscii(text)) return null;
  const digits = joined(CPF_FORM.exec(text));
  return digits !== null && isCpf(digits) ? digits : null;
};

/** Fourteen `[0-9A-Z]` of a CNPJ, formatted or not, in either case; null when invalid. Letters are never stripped. */
export const parseCnpj = (text: string): string | null => {
  if (text.length > CNPJ_MAX_LENGTH || !isPrintableAscii(text)) return null;
  const characters = joined(CNPJ_FORM.exec(text.toUpperCase()));
  return characters !== null && isCnpj(characters) ? characters : null;
};
