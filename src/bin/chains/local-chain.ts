import type { Logger } from 'pino';
import { localNetwork } from '../../../infra/catalog/local-network';
import { DEMO_TOKEN } from '../../../infra/chains/local/demo-token';
import { startLocalChain } from '../../../infra/chains/local/local-chain';
import { type LocalWallet, openLocalWallet } from '../../../infra/chains/local/local-wallet';
import type { RunInfo } from '../../../infra/run-file';
import type { AddedLocalChain } from './networks';

/** A chain on this machine with a token, and a wallet with plenty of both. */
export interface OpenedLocalChain {
  readonly added: AddedLocalChain;
  /** What other processes need to see the same chain. */
  readonly published: NonNullable<RunInfo['localChain']>;
  readonly payer: LocalWallet;
  readonly stop: () => Promise<void>;
}

/** Accounts of one mnemonic; a receiver must be an account without code. */
const PAYER = 0;
const RECEIVER = 9;

/** One block per second, final two blocks later. */
export const openLocalChain = async (logger: Logger): Promise<OpenedLocalChain> => {
  const chain = await startLocalChain({ blockTimeSeconds: 1, slotsInAnEpoch: 1, logger });
  const payer = openLocalWallet(chain.url, chain.chainId, PAYER);
  const receiver = openLocalWallet(chain.url, chain.chainId, RECEIVER).address;
  const tokenAddress = await payer.deploy(DEMO_TOKEN.bytecode);
  const reached = { rpcUrl: chain.url, receiver, chainId: chain.chainId };
  return {
    added: { network: localNetwork(reached), tokenAddress },
    published: { ...reached, tokenAddress },
    payer,
    stop: chain.stop,
  };
};
