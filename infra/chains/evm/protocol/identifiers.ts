import { keccak_256 } from '@noble/hashes/sha3';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const TXID = /^0x[0-9a-f]{64}$/i;

/** EIP-55: a letter is a capital where the hash of the address has a high digit. */
const checksummed = (digits: string): string => {
  const hash = Buffer.from(keccak_256(digits)).toString('hex');
  return digits.replace(/[a-f]/g, (letter, index: number) =>
    hash.charAt(index) >= '8' ? letter.toUpperCase() : letter,
  );
};

/** Of an address in its canonical form, as wallets show it and EIP-4361 wants it. */
export const checksummedAddress = (canonical: string): string => `0x${checksummed(canonical.slice(2))}`;

/** Hex in lower case. Mixed case must be a right checksum: a mistyped letter is found here. */
export const canonicalEvmAddress = (text: string): string | null => {
  if (!ADDRESS.test(text)) return null;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const isMixed = digits !== lower && digits !== digits.toUpperCase();
  return isMixed && digits !== checksummed(lower) ? null : `0x${lower}`;
};

export const canonicalEvmTxid = (text: string): string | null => (TXID.test(text) ? text.toLowerCase() : null);
