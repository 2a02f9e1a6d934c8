import type { Logger } from 'pino';
import type { LocalChainReached } from '../../../infra/catalog/local-network';
import { DEMO_TOKEN } from '../../../infra/chains/local/demo-token';
import { startLocalChain } from '../../../infra/chains/local/local-chain';
import { openLocalWallet } from '../../../infra/chains/local/local-wallet';
import { evmPayer, type Payer } from '../../../infra/chains/local/payer';
import { startLocalSolana } from '../../../infra/chains/local/solana/local-solana';
import { LOCAL_PAYER } from '../../../infra/chains/local/solana/well-known';

export interface OpenedLocalChain {
  readonly reached: LocalChainReached;
  readonly payer: Payer;
  readonly stop: () => Promise<void>;
}

/** Accounts of one mnemonic; a receiver must be an account without code. */
const PAYER = 0;
const RECEIVER = 9;

/** Starts a chain with a block per second, final two blocks later. */
export const openLocalEvm = async (logger: Logger): Promise<OpenedLocalChain> => {
  const { url, chainId, stop } = await startLocalChain({ blockTimeSeconds: 1, slotsInAnEpoch: 1, logger });
  const wallet = openLocalWallet(url, chainId, PAYER);
  const receiver = openLocalWallet(url, chainId, RECEIVER).address;
  const tokenAddress = await wallet.deploy(DEMO_TOKEN.bytecode);
  const reached = { family: 'evm', rpcUrl: url, receiver, chainId, networkId: null, tokenAddress } as const;
  return { reached, payer: evmPayer(wallet), stop };
};

type Wallets = typeof import('../../../infra/chains/local/solana/solana-wallet');

/** A slot each 400 ms, final two slots later. Rejects where litesvm, an optional dependency, is missing. */
export const openLocalSolana = async (logger: Logger): Promise<OpenedLocalChain> => {
  const { url, genesisHash: networkId, receiver, mint, stop } = await startLocalSolana({ logger });
  const pay: Payer['pay'] = (instruction) => {
    // oxlint-disable-next-line typescript/no-require-imports
    const { openSolanaWallet } = require('../../../infra/chains/local/solana/solana-wallet') as Wallets;
    return openSolanaWallet(url, mint).pay(instruction);
  };
  const reached = { family: 'solana', rpcUrl: url, receiver, chainId: null, networkId, tokenAddress: mint } as const;
  return { reached, payer: { address: LOCAL_PAYER, pay }, stop };
};
