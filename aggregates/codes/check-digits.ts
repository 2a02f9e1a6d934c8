const ZERO = 48;

const digitAt = (digits: string, index: number): number => digits.charCodeAt(index) - ZERO;

/** Weights 2 and 1 in turn from the right; the digits of each product are summed. */
export const mod10 = (digits: string): string => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const product = digitAt(digits, index) * ((digits.length - index) % 2 === 0 ? 1 : 2);
    sum += product > 9 ? product - 9 : product;
  }
  return ((10 - (sum % 10)) % 10).toString();
};

/** Weights from 2 to `heaviest` from the right, repeated. A letter weighs its ASCII code less 48: A = 17. */
const remainder11 = (text: string, heaviest: number): number => {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    sum += digitAt(text, index) * (2 + ((text.length - 1 - index) % (heaviest - 1)));
  }
  return sum % 11;
};

export const mod11OfBank = (digits: string): string => {
  const digit = 11 - remainder11(digits, 9);
  return digit > 9 ? '1' : digit.toString();
};

/** Digit of collection slips and CNPJs; the weights of a CPF go on to 11. */
export const mod11 = (text: string, heaviest = 9): string => {
  const remainder = remainder11(text, heaviest);
  return remainder < 2 ? '0' : (11 - remainder).toString();
};

const SEPARATORS = /[ .-]/g;
const DIGITS = /^\d*$/;

export const compactDigits = (text: string): string | null => {
  const compact = text.replace(SEPARATORS, '');
  return DIGITS.test(compact) ? compact : null;
};
