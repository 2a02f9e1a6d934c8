import { createPublicKey, verify } from 'node:crypto';
import { type MessageCompiledInstruction, VersionedTransaction } from '@solana/web3.js';
import { encodeBase58 } from '../../encodings/base58';
import { ownMemoOf } from '../../own-memo';
import { MEMO_PROGRAMS } from '../protocol/programs';

export interface SentTransaction {
  readonly txid: string;
  /** Inline addresses in base58; those of lookup tables follow them. */
  readonly keys: readonly string[];
  readonly instructions: readonly MessageCompiledInstruction[];
  /** True when the fee payer signed exactly these bytes. */
  readonly isSigned: () => boolean;
}

const SIGNATURE_BYTES = 64;
/** The limit of version 1; other versions have a lower one. Decoding takes quadratic time. */
const MOST_BYTES = 4_096;
/** The first byte of a transaction of version 1; of others the first byte counts the signatures. */
const VERSION_1 = 0x81;

/** Version 1 signs all bytes before its signatures; others sign all bytes after them. */
const signedPart = (wire: Uint8Array, signatures: number): Uint8Array =>
  wire[0] === VERSION_1
    ? wire.subarray(0, wire.length - signatures * SIGNATURE_BYTES)
    : wire.subarray(1 + signatures * SIGNATURE_BYTES);

const isSignature = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') };
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};

/** Throws when the library cannot decode the bytes. */
export const decodeSent = (wire: Uint8Array): SentTransaction => {
  if (wire.length > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
  const { signatures, message } = VersionedTransaction.deserialize(wire);
  const [signature] = signatures;
  const [feePayer] = message.staticAccountKeys;
  if (signature === undefined || feePayer === undefined) throw new Error('it has no fee payer');
  return {
    txid: encodeBase58(signature),
    // Both are computed at each access.
    keys: message.staticAccountKeys.map((key) => key.toBase58()),
    instructions: message.compiledInstructions,
    isSigned: () => isSignature(signature, signedPart(wire, signatures.length), feePayer.toBytes()),
  };
};

/** Reads top-level instructions alone: logs may hold any text. Programs are never in lookup tables. */
const memoBytesOf = ({ keys, instructions }: SentTransaction): readonly Uint8Array[] =>
  instructions.flatMap(({ programIdIndex, data }) =>
    MEMO_PROGRAMS.includes(keys[programIdIndex] ?? '') ? [data] : [],
  );

/** The text of the only memo, from any program; null with no memo or several. */
export const memoTextOf = (sent: SentTransaction): string | null => {
  const [memo, other] = memoBytesOf(sent);
  return memo === undefined || other !== undefined ? null : Buffer.from(memo).toString('utf8');
};

export const memosOf = (sent: SentTransaction, prefix: string): string[] =>
  memoBytesOf(sent).flatMap((data) => ownMemoOf(data, prefix) ?? []);
