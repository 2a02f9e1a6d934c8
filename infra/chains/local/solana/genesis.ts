import { PublicKey } from '@solana/web3.js';
import { TOKEN_PROGRAM } from './accounts';
import { LOCAL_MINT, LOCAL_PAYER, LOCAL_RECEIVER } from './well-known';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const ASSOCIATED_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const MINT_DECIMALS = 6;
const SUPPLY = 1_000_000_000_000_000n;
const PLENTY_LAMPORTS = 1_000_000_000_000_000n;
const RECEIVER_LAMPORTS = 1_000_000_000n;

/** The account where a wallet holds a token of the first token program by default. */
export const tokenAccountFor = (wallet: string, mint: string): string => {
  const seeds = [wallet, TOKEN_PROGRAM, mint].map((key) => new PublicKey(key).toBuffer());
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_PROGRAM)[0].toBase58();
};

const mintData = (): Buffer => {
  const data = Buffer.alloc(82);
  // The payer may mint, nobody may freeze.
  data.writeUInt32LE(1, 0);
  new PublicKey(LOCAL_PAYER).toBuffer().copy(data, 4);
  data.writeBigUInt64LE(SUPPLY, 36);
  data[44] = MINT_DECIMALS;
  data[45] = 1;
  return data;
};

const holderData = (): Buffer => {
  const data = Buffer.alloc(165);
  new PublicKey(LOCAL_MINT).toBuffer().copy(data, 0);
  new PublicKey(LOCAL_PAYER).toBuffer().copy(data, 32);
  data.writeBigUInt64LE(SUPPLY, 64);
  data[108] = 1;
  return data;
};

export interface GenesisAccount {
  readonly address: string;
  readonly owner: string;
  readonly data: Buffer;
  /** Null: what its data needs to stay. */
  readonly lamports: bigint | null;
}

/** A rich payer with all tokens of a mint, and a receiver that holds none. */
export const genesisAccounts = (): readonly GenesisAccount[] => [
  { address: LOCAL_PAYER, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), lamports: PLENTY_LAMPORTS },
  { address: LOCAL_RECEIVER, owner: SYSTEM_PROGRAM, data: Buffer.alloc(0), lamports: RECEIVER_LAMPORTS },
  { address: LOCAL_MINT, owner: TOKEN_PROGRAM, data: mintData(), lamports: null },
  { address: tokenAccountFor(LOCAL_PAYER, LOCAL_MINT), owner: TOKEN_PROGRAM, data: holderData(), lamports: null },
];
