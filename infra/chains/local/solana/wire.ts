import { type VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import { encodeBase58 } from '../../encodings/base58';
import { MEMO_PROGRAMS, NEWEST_MEMO_PROGRAM } from '../../solana/protocol/programs';

const LARGEST_BYTES = { legacy: 1_232, 0: 1_232, 1: 4_096 } as const;

/** Throws on bytes that are no transaction: litesvm would end the process. */
export const readWire = (wire: Buffer): VersionedTransaction => {
  const transaction = VersionedTransaction.deserialize(wire);
  const { version, message } = transaction;
  if (wire.length > LARGEST_BYTES[version]) throw new Error(`The transaction has ${wire.length} bytes`);
  // The library cannot write version 1, and reads every byte of it.
  if (version !== 1 && !wire.equals(transaction.serialize())) throw new Error('The transaction has extra bytes');
  if (message.header.numRequiredSignatures === 0) throw new Error('The transaction has no signer');
  return transaction;
};

export const signatureOf = ({ signatures }: VersionedTransaction): string =>
  encodeBase58(signatures[0] ?? new Uint8Array());

export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

export const loadedBy = (
  message: VersionedMessage,
  addressesOf: (table: string) => readonly string[],
): LoadedAddresses => {
  const tables = message.addressTableLookups.map((lookup) => ({
    ...lookup,
    addresses: addressesOf(lookup.accountKey.toBase58()),
  }));
  const of = (addresses: readonly string[], indexes: readonly number[]) =>
    indexes.flatMap((index) => addresses[index] ?? []);
  return {
    writable: tables.flatMap(({ addresses, writableIndexes }) => of(addresses, writableIndexes)),
    readonly: tables.flatMap(({ addresses, readonlyIndexes }) => of(addresses, readonlyIndexes)),
  };
};

/** `[length] text` of each memo, as validators list them. */
export const listedMemo = (message: VersionedMessage): string | null => {
  const memos = message.compiledInstructions.flatMap(({ programIdIndex, data }) => {
    const program = message.staticAccountKeys[programIdIndex]?.toBase58() ?? '';
    const isListed = MEMO_PROGRAMS.includes(program) && program !== NEWEST_MEMO_PROGRAM;
    return isListed ? [`[${data.length}] ${Buffer.from(data).toString('utf8')}`] : [];
  });
  return memos.length === 0 ? null : memos.join('; ');
};

export const jsonOf = (wire: Buffer): object => {
  const { signatures, message } = readWire(wire);
  const { header, staticAccountKeys, recentBlockhash, compiledInstructions } = message;
  const lookups = message.addressTableLookups.map(({ accountKey, ...indexes }) => ({
    accountKey: accountKey.toBase58(),
    ...indexes,
  }));
  return {
    signatures: signatures.map((signature) => encodeBase58(signature)),
    message: {
      accountKeys: staticAccountKeys.map((key) => key.toBase58()),
      ...{ header, recentBlockhash },
      instructions: compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        ...{ programIdIndex, accounts: [...accountKeyIndexes], data: encodeBase58(data), stackHeight: 1 },
      })),
      ...(message.version === 0 ? { addressTableLookups: lookups } : {}),
      ...(message.version === 1 ? { transactionConfig: message.transactionConfig } : {}),
    },
  };
};
