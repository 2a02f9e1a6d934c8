import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { decodeBase58, encodeBase58 } from '../../encodings/base58';
import { ASSOCIATED_PROGRAM } from './programs';

const KEY_BYTES = 32;
const HIGHEST_BUMP = 255;
const MARKER = Buffer.from('ProgramDerivedAddress');

/** Throws when the text is not 32 bytes in base58. */
export const keyBytes = (text: string): Buffer => {
  const bytes = decodeBase58(text);
  if (bytes?.length !== KEY_BYTES) throw new Error('A Solana address is 32 bytes in base58');
  return bytes;
};

const hasPrivateKey = (address: Uint8Array): boolean => {
  try {
    ed25519.Point.fromHex(address);
    return true;
  } catch {
    return false;
  }
};

/** A program's address: the first hash, counted down from bump 255, that lies off the curve. */
const programAddress = (seeds: readonly Uint8Array[], program: Uint8Array): Buffer => {
  for (let bump = HIGHEST_BUMP; bump >= 0; bump -= 1) {
    const hash = createHash('sha256');
    for (const part of [...seeds, Buffer.from([bump]), program, MARKER]) hash.update(part);
    const address = hash.digest();
    if (!hasPrivateKey(address)) return address;
  }
  throw new Error('Every bump gives an address on the curve');
};

/** The account where a wallet holds the tokens of a mint by default; `program` owns the mint. Addresses in base58. */
export const associatedAccount = (wallet: string, mint: string, program: string): string =>
  encodeBase58(programAddress([wallet, program, mint].map(keyBytes), keyBytes(ASSOCIATED_PROGRAM)));
