import { createHash } from 'node:crypto';
import { type BytesCoder, base58, base58xrp } from '@scure/base';

/** Decoding takes quadratic time; keys, addresses and signatures are shorter than this. */
const LONGEST_TEXT = 128;
const CHECKSUM_BYTES = 4;

const bytesOf = (coder: BytesCoder, text: string): Buffer | null => {
  if (text === '' || text.length > LONGEST_TEXT) return null;
  try {
    return Buffer.from(coder.decode(text));
  } catch {
    return null;
  }
};

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const checksumOf = (payload: Uint8Array): Buffer => sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);

const checkedBytesOf = (coder: BytesCoder, text: string): Buffer | null => {
  const bytes = bytesOf(coder, text);
  if (bytes === null || bytes.length <= CHECKSUM_BYTES) return null;
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  return checksumOf(payload).equals(bytes.subarray(-CHECKSUM_BYTES)) ? payload : null;
};

/** In Bitcoin's alphabet, which Solana and Tron share; null on any other character. */
export const decodeBase58 = (text: string): Buffer | null => bytesOf(base58, text);

export const encodeBase58 = (bytes: Uint8Array): string => base58.encode(bytes);

/** In Bitcoin's alphabet, followed by its checksum. */
export const encodeBase58Check = (payload: Uint8Array): string =>
  base58.encode(Buffer.concat([payload, checksumOf(payload)]));

export const decodeBase58Check = (text: string): Buffer | null => checkedBytesOf(base58, text);

export const decodeRippleCheck = (text: string): Buffer | null => checkedBytesOf(base58xrp, text);
