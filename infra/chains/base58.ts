import { createHash } from 'node:crypto';

/** The alphabet of Bitcoin, which Solana and Tron use too. */
export const BITCOIN_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const RIPPLE_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

/** The work grows with the square of the length; keys, addresses and signatures are shorter than this. */
const LONGEST_TEXT = 128;
const CHECKSUM_BYTES = 4;

/** The bytes; null when a character is not of the alphabet. */
export const decodeBase58 = (text: string, alphabet: string = BITCOIN_ALPHABET): Buffer | null => {
  if (text === '' || text.length > LONGEST_TEXT) return null;
  let value = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const hex = value === 0n ? '' : value.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.alloc(leadingZeros(text, alphabet)), digits]);
};

/** The first character of the alphabet is a zero byte where it leads. */
const leadingZeros = (text: string, alphabet: string): number => {
  let count = 0;
  while (text[count] === alphabet[0]) count += 1;
  return count;
};

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The bytes before the checksum; null when the checksum is wrong. */
export const decodeBase58Check = (text: string, alphabet: string = BITCOIN_ALPHABET): Buffer | null => {
  const bytes = decodeBase58(text, alphabet);
  if (bytes === null || bytes.length <= CHECKSUM_BYTES) return null;
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  const checksum = sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);
  return checksum.equals(bytes.subarray(-CHECKSUM_BYTES)) ? payload : null;
};
