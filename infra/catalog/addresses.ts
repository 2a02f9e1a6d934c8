import { getAddress } from 'ethers/address';
import type { ChainFamily } from '../../aggregates/chain';

const SHAPES: Readonly<Record<Exclude<ChainFamily, 'evm'>, RegExp>> = {
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  stellar: /^G[A-Z2-7]{55}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  xrpl: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
};

const canonicalEvm = (text: string): string | null => {
  try {
    // Mixed case must be a right EIP-55 checksum: a mistyped letter is found here.
    return text.startsWith('0x') ? getAddress(text).toLowerCase() : null;
  } catch {
    return null;
  }
};

/**
 * An account in the one form that is compared and stored: hex in lower case, base58 as it is; null when the text is no
 * address of that family. Checksums of the families other than EVM are verified by their readers.
 */
export const canonicalAddress = (family: ChainFamily, text: string): string | null => {
  if (family === 'evm') return canonicalEvm(text);
  return SHAPES[family].test(text) ? text : null;
};
