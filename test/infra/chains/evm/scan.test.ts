import type { MinedTransaction } from '../../../../infra/chains/local/local-wallet';
import { RECEIVER } from '../../../anvil';
import { evmLab, OTHER_HASH } from './lab';
import { MEMO } from './scenario';

describe('The EVM reader when a node is not to be believed', () => {
  const { chain, token, readerOf, proxy, behind } = evmLab();

  it('halves the range of logs until the node answers, and misses no block of it', async () => {
    const paid: MinedTransaction[] = [];
    for (let count = 0; count < 9; count += 1) {
      paid.push(await chain().sendToken({ token: token(), to: RECEIVER, value: 1n, memo: MEMO }));
    }
    const ranges: number[] = [];
    const reader = await behind(({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      const blocks = Number(toBlock) - Number(fromBlock) + 1;
      ranges.push(blocks);
      return blocks > 3 ? { error: { code: -32005, message: 'query returned more than 10000 results' } } : undefined;
    });
    const { movements } = await reader.scan(paid[0]!.blockNumber, paid[8]!.blockNumber);
    expect(movements.map(({ txid }) => txid)).toEqual(paid.map(({ txid }) => txid));
    expect(ranges).toEqual([9, 5, 3, 2, 4, 2, 2]);
  });

  it('rejects when the node refuses even the logs of a single block', async () => {
    const reader = await behind(({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32005, message: 'limit exceeded' } } : undefined,
    );
    await expect(reader.scan(0n, 1n)).rejects.toThrow('limit exceeded');
  });

  it('does not believe "no logs" of a node whose head is behind the range', async () => {
    const { blockNumber } = await chain().sendToken({ token: token(), to: RECEIVER, value: 1n, memo: MEMO });
    const reader = await behind(({ method }) => {
      if (method === 'eth_getLogs') return { result: [] };
      return method === 'eth_blockNumber' ? { result: '0x1' } : undefined;
    });
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('is behind block');
  });

  it('does not believe "no receipt" for a transaction of a block that it has read', async () => {
    const { blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const reader = await behind(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: null } : undefined,
    );
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('changed its chain');
  });

  it.each(['another fork', 'another transaction'])('does not believe a receipt of %s', async (which) => {
    const { txid, blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const receipt = (await chain().rpc('eth_getTransactionReceipt', [txid])) as object;
    const wrong = which === 'another fork' ? { blockHash: OTHER_HASH } : { transactionHash: OTHER_HASH };
    const reader = await behind(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: { ...receipt, ...wrong } } : undefined,
    );
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('changed its chain');
  });

  it.each([
    undefined,
    null,
    '1',
    '0x2',
  ])('does not take a receipt whose status is %j for that of a failure', async (status) => {
    const { txid, blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const receipt = (await chain().rpc('eth_getTransactionReceipt', [txid])) as object;
    const reader = await behind(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: { ...receipt, status } } : undefined,
    );
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('malformed: receipt.status');
  });

  it('rejects when the node answers with another block than the one asked for', async () => {
    const genesis = await chain().rpc('eth_getBlockByNumber', ['0x0', true]);
    const reader = await behind(({ method }) => (method === 'eth_getBlockByNumber' ? { result: genesis } : undefined));
    await expect(reader.scan(1n, 1n)).rejects.toThrow('has no block 1');
    await expect(reader.blockAt(1n)).rejects.toThrow('has no block 1');
  });

  it('rejects when the logs come from another fork than the blocks', async () => {
    const { blockNumber } = await chain().sendToken({ token: token(), to: RECEIVER, value: 1n, memo: MEMO });
    const at = `0x${blockNumber.toString(16)}`;
    const [log] = (await chain().rpc('eth_getLogs', [{ fromBlock: at, toBlock: at, address: token }])) as object[];
    const reader = await behind(({ method }) =>
      method === 'eth_getLogs' ? { result: [{ ...log, blockHash: OTHER_HASH }] } : undefined,
    );
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('changed its chain');
  });

  it('rejects when the blocks of a range do not follow each other', async () => {
    const { blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const odd = await chain().rpc('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, true]);
    const reader = await behind(({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === `0x${blockNumber.toString(16)}`
        ? { result: { ...(odd as object), parentHash: OTHER_HASH } }
        : undefined,
    );
    await expect(reader.scan(blockNumber - 1n, blockNumber)).rejects.toThrow('changed its chain');
  });

  it.each([
    ['no finalised block', { result: null }],
    ['an error for the tag', { error: { code: -32602, message: 'unknown tag finalized' } }],
    ['nonsense', { result: { number: 'seven' } }],
  ])('never takes the newest block for the finalised one when the node has %s', async (_, answer) => {
    const reader = await behind(({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? answer : undefined,
    );
    await expect(reader.finalised()).rejects.toThrow();
    const { blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const [movement] = (await reader.scan(blockNumber, blockNumber)).movements;
    await expect(reader.judge(movement!)).rejects.toThrow();
  });

  it('tells which block the first one of a scan follows', async () => {
    const { blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    await chain().mine(1);
    const { parentHash } = await readerOf().scan(blockNumber, blockNumber + 1n);
    expect(parentHash).toBe((await readerOf().blockAt(blockNumber - 1n)).blockHash);
  });

  it('tells the canonical block of a height, and rejects beyond the newest', async () => {
    const newest = await readerOf().newest();
    expect(await readerOf().blockAt(newest.blockNumber)).toEqual(newest);
    await expect(readerOf().blockAt(newest.blockNumber + 1n)).rejects.toThrow('has no block');
  });

  it('counts a configured depth from the newest block, and not below the first', async () => {
    const { blockNumber } = await readerOf().newest();
    expect((await readerOf({ finality: { depth: 3 } }).finalised()).blockNumber).toBe(blockNumber - 3n);
    expect((await readerOf({ finality: { depth: 1_000_000 } }).finalised()).blockNumber).toBe(0n);
  });

  it('asks the next node when one contradicts itself about a payment', async () => {
    const { blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    await chain().mine(3);
    const forgetful = await proxy(({ method }) =>
      method.startsWith('eth_getTransaction') ? { result: null } : undefined,
    );
    const [movement] = (await readerOf().scan(blockNumber, blockNumber)).movements;
    const reader = readerOf({ rpcUrls: [forgetful.url, chain().url] });
    expect(await reader.judge(movement!)).toEqual({ verdict: 'FINAL', movement });
    await expect(readerOf({ rpcUrls: [forgetful.url] }).judge(movement!)).rejects.toThrow('but not its transaction');
  });
});
