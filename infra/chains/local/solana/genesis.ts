import { associatedAccount, keyBytes } from '../../solana/protocol/associated-account';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../solana/protocol/programs';
import { LOCAL_MINT, LOCAL_PAYER, LOCAL_RECEIVER } from './well-known';

const MINT_DECIMALS = 6;
const SUPPLY = 1_000_000_000_000_000n;
const PLENTY_LAMPORTS = 1_000_000_000_000_000n;
const RECEIVER_LAMPORTS = 1_000_000_000n;

const mintData = (): Buffer => {
  const data = Buffer.alloc(82);
  // The payer may mint, no account may freeze.
  data.writeUInt32LE(1, 0);
  keyBytes(LOCAL_PAYER).copy(data, 4);
  data.writeBigUInt64LE(SUPPLY, 36);
  data[44] = MINT_DECIMALS;
  data[45] = 1;
  return data;
};

const holderData = (): Buffer => {
  const data = Buffer.alloc(165);
  keyBytes(LOCAL_MINT).copy(data, 0);
  keyBytes(LOCAL_PAYER).copy(data, 32);
  data.writeBigUInt64LE(SUPPLY, 64);
  data[108] = 1;
  return data;
};

export interface GenesisAccount {
  readonly address: string;
  readonly owner: string;
  readonly data: Buffer;
  /** Null: the minimum for its data. */
  readonly lamports: bigint | null;
}

/** A rich payer with all tokens of a mint, and a receiver without tokens. */
export const genesisAccounts = (): readonly GenesisAccount[] => [
  { address: LOCAL_PAYER, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), lamports: PLENTY_LAMPORTS },
  { address: LOCAL_RECEIVER, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), lamports: RECEIVER_LAMPORTS },
  { address: LOCAL_MINT, owner: TOKEN_PROGRAM, data: mintData(), lamports: null },
  {
    ...{ address: associatedAccount(LOCAL_PAYER, LOCAL_MINT, TOKEN_PROGRAM), owner: TOKEN_PROGRAM },
    ...{ data: holderData(), lamports: null },
  },
];
