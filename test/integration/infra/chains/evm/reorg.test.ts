import type { SeenMovement } from '../../../../../aggregates/chain';
import type { ChainReader } from '../../../../../commands/ports/chains/chain-reader';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import { clockOf } from '../../../../../infra/clock';
import { type Anvil, anvil, RECEIVER } from '../../../../stores/anvil';
import { rpcProxy } from './rpc-proxy';
import { judgeOne, MEMO, optionsFor, seenIn } from './scenario';

describe('The EVM reader when the chain is reorganised', () => {
  let chain: Anvil;
  let reader: ChainReader;
  let token: string;
  let aheadMs = 0;

  const seeOne = async (blockNumber: bigint): Promise<SeenMovement> => (await seenIn(reader, blockNumber))[0]!;
  const payAndSee = async (): Promise<SeenMovement> =>
    seeOne((await chain.sendToken({ token, to: RECEIVER, value: 25_000_000n, memo: MEMO })).blockNumber);

  /** A first answer alone does not count: the node is asked again a minute later. */
  const judgeTwice = async (seen: SeenMovement) => {
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'PENDING' });
    aheadMs += 60_000;
    return judgeOne(reader, seen);
  };

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

  it('reports a payment as final when its block is final, and not a block earlier', async () => {
    const seen = await payAndSee();
    await chain.mine(1);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'PENDING' });
    await chain.mine(1);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'FINAL', movement: seen });
  });

  it('reports a payment as gone once other blocks are final in its place', async () => {
    const seen = await payAndSee();
    await chain.reorg(1);
    expect(await reader.hashAt(BigInt(seen.blockNumber))).not.toBe(seen.blockHash);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'PENDING' });
    await chain.mine(4);
    expect(await judgeTwice(seen)).toEqual({ verdict: 'GONE', reason: 'REORGANISED_AWAY' });
    expect(await seenIn(reader, BigInt(seen.blockNumber))).toEqual([]);
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

  it('does not report a payment as missing when a late node lacks it', async () => {
    const { txid, blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 25_000_000n, memo: MEMO });
    const seen = await seeOne(blockNumber);
    const raw = await chain.rpc('eth_getRawTransactionByHash', [txid]);
    await chain.reorg(1);
    await chain.rpc('eth_sendRawTransaction', [raw]);
    await chain.mine(4);
    // Two nodes behind one URL: the replaced block is the newest of the one that gets the transaction's call.
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

  it('waits while a reorganised payment is in the pool', async () => {
    const { txid, blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 25_000_000n, memo: MEMO });
    const seen = await seeOne(blockNumber);
    const raw = await chain.rpc('eth_getRawTransactionByHash', [txid]);
    await chain.reorg(1);
    await chain.mine(4);
    await chain.rpc('evm_setAutomine', [false]);
    await chain.rpc('eth_sendRawTransaction', [raw]);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'PENDING' });
  });

  it('reports a payment as missing when another transaction used its nonce', async () => {
    const seen = await payAndSee();
    await chain.reorg(1);
    await chain.sendNative({ to: chain.wallet(1).address, value: 1n, memo: 'elsewhere' });
    await chain.mine(3);
    expect(await judgeTwice(seen)).toEqual({ verdict: 'GONE', reason: 'REORGANISED_AWAY' });
  });

  it('reports a payment as missing when it fails in a later block', async () => {
    const emptied = chain.wallet(1).address;
    await chain.sendToken({ token, to: emptied, value: 100n, memo: 'x' });
    const { txid, blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 100n, memo: MEMO, from: 1 });
    const seen = await seeOne(blockNumber);
    const raw = await chain.rpc('eth_getRawTransactionByHash', [txid]);
    await chain.reorg(2);
    await chain.rpc('eth_sendRawTransaction', [raw]);
    expect(await judgeOne(reader, seen)).toEqual({ verdict: 'PENDING' });
    await chain.mine(2);
    expect(await judgeTwice(seen)).toEqual({ verdict: 'GONE', reason: 'TRANSACTION_FAILED' });
  });
});
