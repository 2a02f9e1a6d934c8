import { getAddress } from 'ethers/address';
import type { ChainFamily } from '../../aggregates/chain';
import { decodeBase58, decodeBase58Check, RIPPLE_ALPHABET } from './base58';
import { decodeStellarAccount } from './stellar-key';

const SOLANA_KEY_BYTES = 32;
const TRON_VERSION = 0x41;
const TRON_BYTES = 21;
const XRPL_ACCOUNT_VERSION = 0;
const XRPL_BYTES = 21;

const canonicalEvm = (text: string): string | null => {
  try {
    // Mixed case must be a right EIP-55 checksum: a mistyped letter is found here.
    return text.startsWith('0x') ? getAddress(text).toLowerCase() : null;
  } catch {
    return null;
  }
};

const isTron = (text: string): boolean => {
  const bytes = decodeBase58Check(text);
  return bytes?.length === TRON_BYTES && bytes[0] === TRON_VERSION;
};

/** The classic form; an X-address names a tag beside the account, so it is another thing. */
const isXrpl = (text: string): boolean => {
  const bytes = decodeBase58Check(text, RIPPLE_ALPHABET);
  return bytes?.length === XRPL_BYTES && bytes[0] === XRPL_ACCOUNT_VERSION;
};

/** What base58 and base32 spell in one way only. */
const IS_ADDRESS: Readonly<Record<Exclude<ChainFamily, 'evm'>, (text: string) => boolean>> = {
  // Any 32 bytes: mints and the accounts of programs need not be points of the curve.
  solana: (text) => decodeBase58(text)?.length === SOLANA_KEY_BYTES,
  stellar: (text) => decodeStellarAccount(text) !== null,
  tron: isTron,
  xrpl: isXrpl,
};

/**
 * An account in the one form that is compared and stored: hex in lower case, base58 and base32 as they are; null when
 * the text is no address of that family or its checksum is wrong. Stellar's muxed (M...) and contract (C...) addresses
 * and XRPL's X-addresses are none: nobody signs with them.
 */
export const canonicalAddress = (family: ChainFamily, text: string): string | null => {
  if (family === 'evm') return canonicalEvm(text);
  return IS_ADDRESS[family](text) ? text : null;
};
