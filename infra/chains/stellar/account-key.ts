const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Version, 32 bytes of key and two of checksum: exactly 56 characters of base32. */
const TEXT_LENGTH = 56;
const ACCOUNT_VERSION = 6 << 3;
const POLYNOMIAL = 0x1021;

/** CRC-16/XMODEM. */
const checksumOf = (bytes: Buffer): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ POLYNOMIAL) & 0xffff;
  }
  return crc;
};

const decodeBase32 = (text: string): Buffer | null => {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    value = value * 32n + BigInt(digit);
  }
  return Buffer.from(value.toString(16).padStart((TEXT_LENGTH * 5) / 4, '0'), 'hex');
};

/** The ed25519 key of an account (G...); null for muxed accounts (M...), contracts (C...) and everything else. */
export const decodeStellarAccount = (text: string): Buffer | null => {
  const bytes = text.length === TEXT_LENGTH ? decodeBase32(text) : null;
  if (bytes === null || bytes[0] !== ACCOUNT_VERSION) return null;
  const checked = bytes.subarray(0, -2);
  return checksumOf(checked) === bytes.readUInt16LE(checked.length) ? checked.subarray(1) : null;
};
