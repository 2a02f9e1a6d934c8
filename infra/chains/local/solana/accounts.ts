import { encodeBase58 } from '../../encodings/base58';
import { TOKEN_PROGRAMS } from '../../solana/protocol/programs';
import type { NativeAccount } from './litesvm';

const TOKEN_ACCOUNT_BYTES = 165;
const MULTISIG_BYTES = 355;
/** Behind a token account with extensions. */
const IS_TOKEN_ACCOUNT = 2;
const TABLE_HEAD_BYTES = 56;
const KEY_BYTES = 32;

export type AccountOf = (address: string) => NativeAccount | null;

interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly amount: bigint;
}

const isTokenAccount = (data: Buffer): boolean =>
  data.length >= TOKEN_ACCOUNT_BYTES &&
  data.length !== MULTISIG_BYTES &&
  data[108] !== 0 &&
  (data.length === TOKEN_ACCOUNT_BYTES || data[TOKEN_ACCOUNT_BYTES] === IS_TOKEN_ACCOUNT);

export const tokenAccountOf = (account: NativeAccount | null): TokenAccount | null => {
  if (account === null) return null;
  const programId = encodeBase58(account.owner());
  const data = Buffer.from(account.data());
  if (!TOKEN_PROGRAMS.includes(programId) || !isTokenAccount(data)) return null;
  const [mint, owner] = [encodeBase58(data.subarray(0, 32)), encodeBase58(data.subarray(32, 64))];
  return { mint, owner, programId, amount: data.readBigUInt64LE(64) };
};

/** An amount as in JSON-RPC; `uiAmount` is a float, as there. */
export const tokenAmount = (amount: bigint, mint: NativeAccount | null) => {
  const decimals = mint?.data()[44] ?? 0;
  const digits = amount.toString().padStart(decimals + 1, '0');
  const [whole, parts] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const shown = parts.replace(/0+$/, '');
  const uiAmountString = shown === '' ? whole : `${whole}.${shown}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
};

export const addressesIn = (table: NativeAccount | null): readonly string[] => {
  const data = Buffer.from(table?.data() ?? []).subarray(TABLE_HEAD_BYTES);
  return Array.from({ length: Math.floor(data.length / KEY_BYTES) }, (_, place) =>
    encodeBase58(data.subarray(place * KEY_BYTES, (place + 1) * KEY_BYTES)),
  );
};

export interface Balances {
  readonly lamports: readonly bigint[];
  readonly tokens: readonly object[];
}

export const balancesOf = (addresses: readonly string[], accountOf: AccountOf): Balances => {
  const accounts = addresses.map(accountOf);
  return {
    lamports: accounts.map((account) => account?.lamports() ?? 0n),
    tokens: accounts.flatMap((account, accountIndex) => {
      const token = tokenAccountOf(account);
      if (token === null) return [];
      const { mint, owner, programId, amount } = token;
      return [{ accountIndex, mint, owner, programId, uiTokenAmount: tokenAmount(amount, accountOf(mint)) }];
    }),
  };
};
