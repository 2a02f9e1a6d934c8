import type { LocalTransaction, LocalWallet } from './local-wallet';

export interface Paid {
  readonly txid: string;
  readonly height: bigint;
}

/** A rich wallet of a local chain that pays by an intent's instruction. */
export interface Payer {
  readonly address: string;
  readonly pay: (instruction: unknown) => Promise<Paid>;
}

/** The EVM instruction; OpenAPI does not describe its form. */
const transferOf = (instruction: unknown): LocalTransaction => {
  const { to, value, data } = instruction as Readonly<Record<string, unknown>>;
  if (typeof to !== 'string' || typeof value !== 'string' || typeof data !== 'string') {
    throw new TypeError('The instruction is not one of an EVM chain');
  }
  return { to, value, data };
};

export const evmPayer = ({ address, send }: LocalWallet): Payer => ({
  address,
  pay: async (instruction) => {
    const { txid, blockNumber: height } = await send(transferOf(instruction));
    return { txid, height };
  },
});
