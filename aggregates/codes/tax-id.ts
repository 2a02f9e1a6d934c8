import { mod11 } from './check-digits';
import { isPrintableAscii } from './printable-ascii';

const CPF = /^\d{11}$/;
const CNPJ = /^[0-9A-Z]{12}\d{2}$/;
const ONE_CHARACTER = /^(.)\1*$/;
const CPF_HEAVIEST = 11;

/** The last two digits are check digits of the text before. */
const isChecked = (text: string, heaviest?: number): boolean =>
  [-2, -1].every((end) => mod11(text.slice(0, end), heaviest) === text.at(end));

/** Eleven equal digits are never a valid number. */
export const isCpf = (digits: string): boolean =>
  CPF.test(digits) && !ONE_CHARACTER.test(digits) && isChecked(digits, CPF_HEAVIEST);

/** Alphanumeric since July 2026. */
export const isCnpj = (text: string): boolean => CNPJ.test(text) && !ONE_CHARACTER.test(text) && isChecked(text);

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
