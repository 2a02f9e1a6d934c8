import type { Logger } from 'pino';
import type { LocalChainReached } from '../../../infra/catalog/local-network';
import { DEMO_TOKEN } from '../../../infra/chains/local/demo-token';
import { startLocalChain } from '../../../infra/chains/local/local-chain';
import { openLocalWallet } from '../../../infra/chains/local/local-wallet';
import { evmPayer, type Payer } from '../../../infra/chains/local/payer';

/** A chain on this machine with a token, and a wallet with plenty of both. */
export interface OpenedLocalChain {
  /** What other processes need to see the same chain. */
  readonly reached: LocalChainReached;
  readonly payer: Payer;
  readonly stop: () => Promise<void>;
}

/** Accounts of one mnemonic; a receiver must be an account without code. */
const PAYER = 0;
const RECEIVER = 9;

/** One block per second, final two blocks later. */
export const openLocalEvm = async (logger: Logger): Promise<OpenedLocalChain> => {
  const { url, chainId, stop } = await startLocalChain({ blockTimeSeconds: 1, slotsInAnEpoch: 1, logger });
  const wallet = openLocalWallet(url, chainId, PAYER);
  const receiver = openLocalWallet(url, chainId, RECEIVER).address;
  const tokenAddress = await wallet.deploy(DEMO_TOKEN.bytecode);
  const reached = { family: 'evm', rpcUrl: url, receiver, chainId, networkId: null, tokenAddress } as const;
  return { reached, payer: evmPayer(wallet), stop };
};
