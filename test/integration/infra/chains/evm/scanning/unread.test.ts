import { coin } from '../made-chain';
import { MEMO } from '../scenario';
import { scriptedLab } from '../scripted-lab';

describe('A2: what cannot be read, and whose block a node does not have', () => {
  const { time, chainOf, node, reader } = scriptedLab();
  const lost = { txid: coin(1n).hash, blockHash: `0x${'55'.repeat(32)}`, memos: [], reason: 'x' };

  // Of 20 blocks, 0 to 9 are final.
  it.each([
    0n,
    9n,
  ])('is gone when another block is final there, as one node says twice a minute apart: %s', async (height) => {
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

  it('is read of the node that has it, whatever another says of a block that is not final', async () => {
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

    it('is read of the one that has it', async () => {
      expect(await twoForks('honest')).toMatchObject([{ outcome: 'READ', movements: [{}] }]);
    });

    it('is gone at once when the other says the same', async () => {
      expect(await twoForks('forked')).toEqual([{ outcome: 'GONE' }]);
    });
  });

  it('stays when the node does not tell what is final', async () => {
    const own = await node(chainOf(20));
    const one = reader([own]);
    own.lie = ({ params }) => (params[0] === 'finalized' ? { error: { code: -32000, message: 'no tag' } } : undefined);
    const read = one.read([{ ...lost, height: 0n }]);
    await expect(read.catch(() => [{ outcome: 'UNREAD' }])).resolves.toMatchObject([{ outcome: 'UNREAD' }]);
  });
});
