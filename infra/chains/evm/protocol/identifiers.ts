import { keccak_256 } from '@noble/hashes/sha3';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const TXID = /^0x[0-9a-f]{64}$/i;

/** EIP-55: a letter is upper case where the hash digit is 8 or more. */
const checksummed = (digits: string): string => {
  const hash = Buffer.from(keccak_256(digits)).toString('hex');
  return digits.replace(/[a-f]/g, (letter, index: number) =>
    hash.charAt(index) >= '8' ? letter.toUpperCase() : letter,
  );
};

export const checksummedAddress = (canonical: string): string => `0x${checksummed(canonical.slice(2))}`;

/** Lower-case hex; null when invalid. Mixed case must match its checksum, which catches typing errors. */
export const canonicalEvmAddress = (text: string): string | null => {
  if (!ADDRESS.test(text)) return null;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const isMixed = digits !== lower && digits !== digits.toUpperCase();
  return isMixed && digits !== checksummed(lower) ? null : `0x${lower}`;
};

export const canonicalEvmTxid = (text: string): string | null => (TXID.test(text) ? text.toLowerCase() : null);
