import { type AccountInfo, PublicKey } from '@solana/web3.js';
import type { ReceiverState, UnfitAsset } from '../../../../commands/ports/chains/chain-reader';
import { malformed } from '../../encodings/answers';
import { partsOf } from '../../nodes/rpc/few-at-once';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAMS } from '../protocol/programs';
import type { SolanaWatch } from '../watch';
import { FINALIZED, type SolanaCalls } from './calls';

type Account = AccountInfo<Buffer> | null;

/** For each mint the program that owns it; null when the account is no mint. */
export type MintPrograms = ReadonlyMap<string, string | null>;

export interface Accounts {
  readonly receivers: readonly ReceiverState[];
  readonly programs: MintPrograms;
}

const MOST_PER_CALL = 100;

const readAccounts = async ({ ask }: SolanaCalls, addresses: readonly string[]): Promise<readonly Account[]> => {
  const found: Account[] = [];
  for (const part of partsOf(addresses, MOST_PER_CALL)) {
    const keys = part.map((address) => new PublicKey(address));
    const accounts = await ask('getMultipleAccounts', async (connection) => {
      const told = await connection.getMultipleAccountsInfo(keys, { commitment: FINALIZED });
      if (told.length !== part.length) throw malformed('the number of accounts');
      return told;
    });
    found.push(...accounts);
  }
  return found;
};

/** Wallets that were never used do not exist yet, and can take payments. */
const refusalOf = (account: Account): string | null => {
  if (account === null) return null;
  if (account.executable) return 'it is a program';
  if (account.owner.toBase58() !== SYSTEM_PROGRAM) return `it belongs to the program ${account.owner.toBase58()}`;
  return account.data.length === 0 ? null : 'it holds data, as a nonce account does';
};

/** Extensions of Token-2022 that reduce the amount, let a program decide, or let a third party take tokens back. */
const UNFIT_EXTENSIONS: ReadonlyMap<number, string> = new Map([
  [1, 'a transfer fee'],
  [12, 'a permanent delegate'],
  [14, 'a transfer hook'],
]);
const MINT_BYTES = 82;
/** After the longest base account and the byte that names its kind. */
const EXTENSIONS_OFFSET = 166;
const EXTENSION_HEADER_BYTES = 4;

const extensionsOf = (data: Buffer): readonly number[] => {
  const kinds: number[] = [];
  let offset = EXTENSIONS_OFFSET;
  while (offset + EXTENSION_HEADER_BYTES <= data.length) {
    kinds.push(data.readUInt16LE(offset));
    offset += EXTENSION_HEADER_BYTES + data.readUInt16LE(offset + 2);
  }
  return kinds;
};

const programOf = (mint: Account): string | null => {
  const program = mint?.owner.toBase58() ?? null;
  return program !== null && TOKEN_PROGRAMS.includes(program) && mint!.data.length >= MINT_BYTES ? program : null;
};

const unfitReason = (mint: Account): string | null => {
  if (mint === null) return 'its mint does not exist';
  const program = programOf(mint);
  if (program === null) return 'its address is not a mint';
  if (program !== TOKEN_2022_PROGRAM) return null;
  const found = extensionsOf(mint.data).flatMap((kind) => UNFIT_EXTENSIONS.get(kind) ?? []);
  return found.length === 0 ? null : `its mint has ${found.join(' and ')}`;
};

export const lookAtAccounts = async (
  calls: SolanaCalls,
  { assets }: SolanaWatch,
  wallets: readonly string[],
): Promise<Accounts> => {
  const mints = [...assets.keys()];
  const accounts = await readAccounts(calls, [...wallets, ...mints]);
  const mintAccounts = accounts.slice(wallets.length);
  const unfit = mints.flatMap((mint, index): readonly UnfitAsset[] => {
    const reason = unfitReason(mintAccounts[index]!);
    return reason === null ? [] : [{ assetId: assets.get(mint)!.assetId, reason }];
  });
  return {
    receivers: wallets.map((address, index) => ({ address, refusal: refusalOf(accounts[index]!), unfit })),
    programs: new Map(mints.map((mint, index) => [mint, programOf(mintAccounts[index]!)])),
  };
};
