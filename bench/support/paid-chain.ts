import { startLocalChain } from '../../infra/chains/local/local-chain';
import { ask, askAll, hex, newestOf } from '../../test/system/chain-chaos/node/json-rpc';
import { RECEIVER } from '../seeds/quotes';
import type { Site } from './site';
import { quietLogger } from './stores';

/** A chain that makes a block on request only, with the requested transfers. */
export interface PaidChain {
  readonly url: string;
  /** Makes a block with a transfer of the coin to the receiver for each entry; answers its height. */
  readonly mine: (transfers: readonly CoinTransfer[]) => Promise<number>;
  readonly mineEmpty: (blocks: number) => Promise<void>;
  readonly newest: () => Promise<number>;
}

export interface CoinTransfer {
  readonly wei: bigint;
  /** Empty: none. */
  readonly memo: string;
}

/** The number that the benchmarks' network has. */
const CHAIN_ID = 1;
const BLOCK_GAS = hex(2_000_000_000);
const TRANSFER_GAS = hex(60_000);
/** The first account of every local chain of this kind. */
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PLENTY_WEI = hex(10n ** 30n);
const FIRST_BLOCKS = 3;

export const openPaidChain = async (site: Site): Promise<PaidChain> => {
  const chain = await startLocalChain({
    ...{ blockTimeSeconds: null, slotsInAnEpoch: 1, chainId: CHAIN_ID, logger: quietLogger },
  });
  site.onLeave(chain.stop);
  const { url } = chain;
  await ask(url, 'evm_setAutomine', [false]);
  await ask(url, 'evm_setBlockGasLimit', [BLOCK_GAS]);
  await ask(url, 'anvil_setBalance', [PAYER, PLENTY_WEI]);
  const mineEmpty = (blocks: number): Promise<void> => ask(url, 'anvil_mine', [hex(blocks)]);
  await mineEmpty(FIRST_BLOCKS);
  const mine = async (transfers: readonly CoinTransfer[]): Promise<number> => {
    // In a batch the node gives one nonce twice.
    const nonce = Number(await ask<string>(url, 'eth_getTransactionCount', [PAYER, 'pending']));
    const requests = transfers.map((transfer, index) => ({ ...requestOf(transfer), nonce: hex(nonce + index) }));
    await askAll(
      url,
      requests.map((request) => ['eth_sendTransaction', [request]] as const),
    );
    await ask(url, 'evm_mine');
    const height = await newestOf(url);
    const held = Number(await ask<string>(url, 'eth_getBlockTransactionCountByNumber', [hex(height)]));
    if (held !== transfers.length) throw new Error(`The block holds ${held} transfers, not ${transfers.length}`);
    return height;
  };
  return { url, mine, mineEmpty, newest: () => newestOf(url) };
};

const requestOf = ({ wei, memo }: CoinTransfer): object => ({
  from: PAYER,
  to: RECEIVER,
  value: hex(wei),
  data: `0x${Buffer.from(memo, 'utf8').toString('hex')}`,
  gas: TRANSFER_GAS,
});
