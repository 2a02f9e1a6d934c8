const CODE = /^[\x21-\x7e]{3}$/;
const HEX = /^[0-9A-Fa-f]{40}$/;
/** Bytes of a three-letter code in the 20 bytes of a currency. */
const CODE_OFFSET = 24;

const plainHex = (code: string): string =>
  Buffer.from(code, 'latin1').toString('hex').toUpperCase().padStart(30, '0').padEnd(40, '0');

/** The 20 bytes in upper-case hex of a currency in either notation; null for another text. */
export const currencyHex = (text: string): string | null => {
  if (HEX.test(text)) return text.toUpperCase();
  return CODE.test(text) ? plainHex(text) : null;
};

/** A currency in the ledger's notation: three letters if its bytes are such a code, else hex. Null for another text. */
export const currencyCode = (text: string): string | null => {
  const hex = currencyHex(text);
  if (hex === null) return null;
  const code = Buffer.from(hex.slice(CODE_OFFSET, CODE_OFFSET + 6), 'hex').toString('latin1');
  return code !== 'XRP' && CODE.test(code) && plainHex(code) === hex ? code : hex;
};

/** `code:issuer`, as in the catalog. Null for another text. */
export const issuedOf = (contract: string): { readonly currency: string; readonly issuer: string } | null => {
  const [text = '', issuer = ''] = contract.split(':');
  const currency = currencyCode(text);
  return currency === null || issuer === '' ? null : { currency, issuer };
};
