import { coin } from '../made-chain';
import { MEMO, scanOf } from '../scenario';
import { scriptedLab } from '../scripted-lab';

describe('an unreadable transaction whose block a node does not have', () => {
  const { time, chainOf, node, reader } = scriptedLab();
  const lost = { txid: coin(1n).hash, blockHash: `0x${'55'.repeat(32)}`, memos: [], reason: 'x' };

  // Blocks 0 to 9 of 20 are final.
  it.each([
    0n,
    9n,
  ])('is gone when another block is final, by two answers of one node a minute apart: %s', async (height) => {
    const one = reader([await node(chainOf(20))]);
    expect(await one.read([{ ...lost, height }])).toMatchObject([{ outcome: 'UNREAD' }]);
    time().pass(60_000);
    expect(await one.read([{ ...lost, height }])).toEqual([{ outcome: 'GONE' }]);
  });

  it.each([10n, 19n, 99n])('stays while no block is final there: %s', async (height) => {
    const one = reader([await node(chainOf(20))]);
    expect(await one.read([{ ...lost, height }])).toMatchObject([{ outcome: 'UNREAD' }]);
  });

  it.each([5, 9])('is gone %s blocks below the newest only when its own depth is reached', async (depth) => {
    const one = reader([await node(chainOf(20))], {}, { finality: { depth } });
    const heights = [19n - BigInt(depth), 20n - BigInt(depth)];
    const blockHashOf = (height: bigint) => `0x${`${height}`.repeat(32)}`;
    const read = () => one.read(heights.map((height) => ({ ...lost, height, blockHash: blockHashOf(height) })));
    await read();
    time().pass(60_000);
    const readings = await read();
    expect(readings.map(({ outcome }) => outcome)).toEqual(['GONE', 'UNREAD']);
  });

  it('is read from the node that has it, despite another node’s block that is not final', async () => {
    const chain = chainOf(20);
    const paid = coin(1n, MEMO);
    const block = chain.mine([paid]);
    const forked = chain.forkAt(20);
    forked.pass(1);
    const nodes = [await node(forked), await node(chain)];
    const row = { txid: paid.hash, height: BigInt(block.number), blockHash: block.hash, memos: [MEMO], reason: 'x' };
    expect(await reader(nodes).read([row])).toMatchObject([{ outcome: 'READ', movements: [{}] }]);
  });

  describe('two nodes, of which the first has another final block there', () => {
    const twoForks = async (second: 'forked' | 'honest') => {
      const chain = chainOf(20);
      const paid = coin(1n, MEMO);
      const block = chain.mine([paid]);
      chain.pass(12);
      const forked = chain.forkAt(20);
      forked.pass(13);
      const nodes = [await node(forked), await node(second === 'forked' ? forked : chain)];
      const row = { txid: paid.hash, height: BigInt(block.number), blockHash: block.hash, memos: [MEMO], reason: 'x' };
      return reader(nodes).read([row]);
    };

    it('is decided by the node that has it', async () => {
      expect(await twoForks('honest')).toMatchObject([{ outcome: 'READ', movements: [{}] }]);
    });

    it('report it as missing immediately when both agree', async () => {
      expect(await twoForks('forked')).toEqual([{ outcome: 'GONE' }]);
    });
  });

  it('stays when the node does not report its final block', async () => {
    const own = await node(chainOf(20));
    const one = reader([own]);
    own.lie = ({ params }) => (params[0] === 'finalized' ? { error: { code: -32000, message: 'no tag' } } : undefined);
    const read = one.read([{ ...lost, height: 0n }]);
    await expect(read.catch(() => [{ outcome: 'UNREAD' }])).resolves.toMatchObject([{ outcome: 'UNREAD' }]);
  });
});

describe('A transaction of an unknown shape', () => {
  const { chainOf, node, reader } = scriptedLab();

  it('is unread with its type, but the payment in the same block is read', async () => {
    const chain = chainOf(20);
    const paid = coin(5n, MEMO);
    const block = chain.mine([coin(1n), paid]);
    const unknown = { hash: coin(1n).hash, type: '0x79', blockHash: block.hash, calls: [] };
    const own = await node(chain);
    const hex = (value: number): string => `0x${value.toString(16)}`;
    const { to, from, input, hash } = paid;
    const known = { to, from, input, hash, value: '0x5', blockHash: block.hash };
    const header = { number: hex(block.number), hash: block.hash, parentHash: block.parentHash };
    const timestamp = hex(Math.floor(block.timeMs / 1000));
    own.lie = ({ method, params }) => {
      if (method === 'eth_getTransactionByHash' && params[0] === unknown.hash) return { result: unknown };
      if (method !== 'eth_getBlockByNumber' || params[0] !== header.number || params[1] !== true) return undefined;
      return { result: { ...header, timestamp, transactions: [unknown, known] } };
    };
    const { movements, unread } = await scanOf(reader([own]), BigInt(block.number));
    expect(movements.map(({ movement }) => movement.txid)).toEqual([paid.hash]);
    expect(unread).toMatchObject([{ txid: unknown.hash, memos: null, reason: expect.stringContaining('type 0x79') }]);
  });
});
