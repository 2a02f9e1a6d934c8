import type { Logger } from 'pino';
import { localNetwork } from '../../infra/catalog/local-network';
import { DEMO_TOKEN } from '../../infra/chains/local/demo-token';
import { startLocalChain } from '../../infra/chains/local/local-chain';
import { type LocalWallet, openLocalWallet } from '../../infra/chains/local/local-wallet';
import type { RunInfo } from '../../infra/run-file';
import type { AddedLocalChain } from './networks';

/** A chain of this machine with a token on it, and a wallet that owns plenty of both. */
export interface OpenedLocalChain {
  readonly added: AddedLocalChain;
  /** What the processes that join the service must know to see the same chain. */
  readonly published: NonNullable<RunInfo['localChain']>;
  readonly payer: LocalWallet;
  readonly stop: () => Promise<void>;
}

/** Account 0 pays, and account 9 of the same words receives: an account without code, as a receiver must be. */
const PAYER = 0;
const RECEIVER = 9;

/** Blocks come every second, and a block is final two later. */
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
