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

/** Weights 2 to 9 from the right, repeated. */
const remainder11 = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += digitAt(digits, index) * (2 + ((digits.length - 1 - index) % 8));
  }
  return sum % 11;
};

export const mod11OfBank = (digits: string): string => {
  const digit = 11 - remainder11(digits);
  return digit > 9 ? '1' : digit.toString();
};

export const mod11OfCollection = (digits: string): string => {
  const remainder = remainder11(digits);
  return remainder < 2 ? '0' : (11 - remainder).toString();
};

const isSeparator = (character: string): boolean => character === ' ' || character === '.' || character === '-';

export const compactDigits = (text: string): string | null => {
  let digits = '';
  for (const character of text) {
    if (character >= '0' && character <= '9') digits += character;
    else if (!isSeparator(character)) return null;
  }
  return digits;
};
