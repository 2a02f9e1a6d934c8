import type { SeenMovement } from '../../../../../aggregates/chain';
import type { ChainReader } from '../../../../../commands/ports/chain-reader';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import { clockOf } from '../../../../../infra/clock';
import { type Anvil, anvil, RECEIVER } from '../../../../stores/anvil';
import { rpcProxy } from './rpc-proxy';
import { judgeOne, MEMO, optionsFor, seenIn } from './scenario';

describe('The EVM reader when the chain changes its mind', () => {
  let chain: Anvil;
  let reader: ChainReader;
  let token: string;
  let aheadMs = 0;

  const seeOne = async (blockNumber: bigint): Promise<SeenMovement> => (await seenIn(reader, blockNumber))[0]!;
  const payAndSee = async (): Promise<SeenMovement> =>
    seeOne((await chain.sendToken({ token, to: RECEIVER, value: 25_000_000n, memo: MEMO })).blockNumber);

  beforeEach(async () => {
    chain = await anvil();
    token = await chain.deployToken();
    aheadMs = 0;
    const clock = clockOf(() => Date.now() + aheadMs);
    reader = createEvmReader({ ...optionsFor(chain, [token]), clock });
    await chain.mine(5);
  });
  afterEach(async () => {
    await reader.close();
    await chain.stop();
  });

  it('calls a payment final when its block is, and not a block earlier', async () => {
    const seen = await payAndSee();
    await chain.mine(1);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'PENDING' });
    await chain.mine(1);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'FINAL', movement: seen });
  });

  it('takes the facts of the later block when a payment is mined again', async () => {
    const { txid, blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 25_000_000n, memo: MEMO });
    const seen = await seeOne(blockNumber);
    const raw = await chain.rpc('eth_getRawTransactionByHash', [txid]);
    await chain.reorg(1);
    await chain.mine(3);
    await chain.rpc('eth_sendRawTransaction', [raw]);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'PENDING' });
    await chain.mine(2);
    const again = await seeOne(blockNumber + 4n);
    expect(again.blockHash).not.toBe(seen.blockHash);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'FINAL', movement: again });
  });

  it('does not call a payment gone because a node that is behind has not met it again yet', async () => {
    const { txid, blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 25_000_000n, memo: MEMO });
    const seen = await seeOne(blockNumber);
    const raw = await chain.rpc('eth_getRawTransactionByHash', [txid]);
    await chain.reorg(1);
    await chain.rpc('eth_sendRawTransaction', [raw]);
    await chain.mine(4);
    // One URL, two nodes: the one that is asked for the transaction has the replaced block for its newest.
    const balanced = await rpcProxy(chain.url, ({ method }) => {
      if (method === 'eth_blockNumber') return { result: `0x${blockNumber.toString(16)}` };
      return method.startsWith('eth_getTransaction') ? { result: null } : undefined;
    });
    const lagging = createEvmReader({ ...optionsFor(chain, [token]), rpcUrls: [balanced.url] });
    const judged = await judgeOne(lagging, seen);
    await lagging.close();
    await balanced.stop();
    expect(judged).toMatchObject({ verdict: 'UNREADABLE', reason: expect.stringContaining('is behind block') });
    expect(await judgeOne(reader, seen)).toMatchObject({ verdict: 'FINAL' });
  });
});
