import { RECEIVER } from '../../../../../stores/anvil';
import { evmLab, OTHER_HASH } from '../lab';
import { headsOf, judgeOne, MEMO, scanOf, seenIn } from '../scenario';

describe('The EVM reader when a node is unreliable', () => {
  const { chain, token, readerOf, proxy, behind } = evmLab();

  it('rejects "no logs" of a node whose head is before the range', async () => {
    const { blockNumber } = await chain().sendToken({ token: token(), to: RECEIVER, value: 1n, memo: MEMO });
    const reader = await behind(({ method }) => {
      if (method === 'eth_getLogs') return { result: [] };
      return method === 'eth_blockNumber' ? { result: '0x1' } : undefined;
    });
    await expect(scanOf(reader, blockNumber, blockNumber)).rejects.toThrow('is behind block');
  });

  it('rejects "no receipt" for a transaction of a block that it has read, and continues', async () => {
    const { txid, blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const reader = await behind(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: null } : undefined,
    );
    const { movements, unread, upTo } = await scanOf(reader, blockNumber);
    expect(movements).toEqual([]);
    expect(unread).toMatchObject([{ txid, height: blockNumber, blockHash: upTo.hash, memos: [MEMO] }]);
    expect(unread[0]!.reason).toContain('without a receipt of');
  });

  it.each(['another fork', 'another transaction'])('rejects a receipt of %s', async (which) => {
    const { txid, blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const receipt = (await chain().rpc('eth_getTransactionReceipt', [txid])) as object;
    const wrong = which === 'another fork' ? { blockHash: OTHER_HASH } : { transactionHash: OTHER_HASH };
    const reader = await behind(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: { ...receipt, ...wrong } } : undefined,
    );
    const { movements, unread } = await scanOf(reader, blockNumber);
    expect([movements, unread.map((one) => one.txid)]).toEqual([[], [txid]]);
  });

  it.each([undefined, null, '1', '0x2'])('does not treat a receipt whose status is %j as a failure', async (status) => {
    const { txid, blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const receipt = (await chain().rpc('eth_getTransactionReceipt', [txid])) as object;
    const reader = await behind(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: { ...receipt, status } } : undefined,
    );
    const { movements, unread } = await scanOf(reader, blockNumber);
    expect(movements).toEqual([]);
    expect(unread).toMatchObject([{ txid, reason: expect.stringContaining('malformed: receipt.status') }]);
  });

  it('rejects when the node answers with another block than requested', async () => {
    const genesis = await chain().rpc('eth_getBlockByNumber', ['0x0', true]);
    const reader = await behind(({ method }) => (method === 'eth_getBlockByNumber' ? { result: genesis } : undefined));
    await expect(scanOf(reader, 1n, 1n)).rejects.toThrow('asked for block 1');
    await expect(reader.hashAt(1n)).rejects.toThrow('asked for block 1');
  });

  it('rejects when the logs come from another fork than the blocks', async () => {
    const { blockNumber } = await chain().sendToken({ token: token(), to: RECEIVER, value: 1n, memo: MEMO });
    const at = `0x${blockNumber.toString(16)}`;
    const [log] = (await chain().rpc('eth_getLogs', [{ fromBlock: at, toBlock: at, address: token }])) as object[];
    const reader = await behind(({ method }) =>
      method === 'eth_getLogs' ? { result: [{ ...log, blockHash: OTHER_HASH }] } : undefined,
    );
    await expect(scanOf(reader, blockNumber, blockNumber)).rejects.toThrow('changed its chain');
  });

  it('rejects when the blocks of a range do not follow each other', async () => {
    const { blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const odd = await chain().rpc('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, true]);
    const reader = await behind(({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === `0x${blockNumber.toString(16)}`
        ? { result: { ...(odd as object), parentHash: OTHER_HASH } }
        : undefined,
    );
    await expect(scanOf(reader, blockNumber - 1n, blockNumber)).rejects.toThrow('changed its chain');
  });

  it('gives the canonical hash of a height, and rejects beyond the newest', async () => {
    const { newest } = await headsOf(readerOf());
    expect(await readerOf().hashAt(newest.height)).toBe(newest.hash);
    await expect(readerOf().hashAt(newest.height + 1n)).rejects.toThrow('has no block');
  });

  it('asks the next node when one contradicts itself about a payment', async () => {
    const { blockNumber } = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    await chain().mine(3);
    const forgetful = await proxy(({ method }) =>
      method.startsWith('eth_getTransaction') ? { result: null } : undefined,
    );
    const [movement] = await seenIn(readerOf(), blockNumber);
    const reader = readerOf({ rpcUrls: [forgetful.url, chain().url] });
    expect(await judgeOne(reader, movement!)).toEqual({ verdict: 'FINAL', movement });
    expect(await judgeOne(readerOf({ rpcUrls: [forgetful.url] }), movement!)).toMatchObject({
      verdict: 'UNREADABLE',
      reason: expect.stringContaining('without a receipt of'),
    });
  });
});
