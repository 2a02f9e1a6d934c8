import { invalidField } from '../../aggregates/rejection';

/** No specials of RFC 5322, spaces or control characters: with them one mailbox has many spellings. */
const PLAIN = /^[^\s"\\@()<>[\]:;,\p{C}]{1,64}@[^\s"\\@()<>[\]:;,\p{C}]{1,190}$/u;

/** In lower case: ASCII alone, since the Kelvin sign lowers to `k`, another person's mailbox. Throws VALIDATION_ERROR. */
export const normalEmail = (text: string): string => {
  if (!PLAIN.test(text)) throw invalidField('email', 'is not an e-mail address');
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
};
