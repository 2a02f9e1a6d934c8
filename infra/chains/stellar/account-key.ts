import { base32 } from '@scure/base';

/** Base32 of version, 32 bytes of key and two of checksum. */
const TEXT_LENGTH = 56;
const ACCOUNT_VERSION = 6 << 3;
const POLYNOMIAL = 0x1021;

const checksumOf = (bytes: Buffer): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ POLYNOMIAL) & 0xffff;
  }
  return crc;
};

const bytesOf = (text: string): Buffer | null => {
  if (text.length !== TEXT_LENGTH) return null;
  try {
    return Buffer.from(base32.decode(text));
  } catch {
    return null;
  }
};

/** The ed25519 key of an account (G...); null for muxed accounts (M...), contracts (C...) and other text. */
export const decodeStellarAccount = (text: string): Buffer | null => {
  const bytes = bytesOf(text);
  if (bytes === null || bytes[0] !== ACCOUNT_VERSION) return null;
  const checked = bytes.subarray(0, -2);
  return checksumOf(checked) === bytes.readUInt16LE(checked.length) ? checked.subarray(1) : null;
};
