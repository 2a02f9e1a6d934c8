import { decodeBase58 } from './base58';

/** Bytes as `0x` hex from hex with or without the prefix; null when it is not hex or longer than `mostBytes`. */
export const hexOf = (text: string, mostBytes: number): string | null => {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length === 0 || digits.length % 2 !== 0 || digits.length > mostBytes * 2) return null;
  return /^[0-9a-fA-F]+$/.test(digits) ? `0x${digits.toLowerCase()}` : null;
};

/** Exactly `length` bytes from padded base64 in its one spelling; null otherwise. */
export const base64Bytes = (text: string, length: number): Buffer | null => {
  if (text.length !== Math.ceil(length / 3) * 4) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null;
};

/** Exactly `length` bytes from base58; null otherwise. */
export const base58Bytes = (text: string, length: number): Buffer | null => {
  const bytes = decodeBase58(text);
  return bytes?.length === length ? bytes : null;
};
