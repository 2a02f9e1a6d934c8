import { decodeBase58 } from './base58';

/** `0x` hex in lower case from hex with or without prefix; null when not hex or longer than `mostBytes`. */
export const hexOf = (text: string, mostBytes: number): string | null => {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length === 0 || digits.length % 2 !== 0 || digits.length > mostBytes * 2) return null;
  return /^[0-9a-fA-F]+$/.test(digits) ? `0x${digits.toLowerCase()}` : null;
};

/** From canonical padded base64 only; null for other text or another length. */
export const base64Bytes = (text: string, length: number): Buffer | null => {
  if (text.length !== Math.ceil(length / 3) * 4) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null;
};

export const base58Bytes = (text: string, length: number): Buffer | null => {
  const bytes = decodeBase58(text);
  return bytes?.length === length ? bytes : null;
};
