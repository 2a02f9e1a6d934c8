import type { KeptHash } from '../../../../../commands/ports/chains/chain-reader';
import { RECEIVER } from '../../../../stores/anvil';
import type { MadeChain } from '../evm/made-chain';
import { headsOf } from '../evm/scenario';
import { scriptedLab } from '../evm/scripted-lab';

const FORMER = `0x${'ab'.repeat(20)}`;

describe('The heads of an EVM chain', () => {
  const { time, alarms, chainOf, node, reader } = scriptedLab();
  const keptOf = ({ blocks }: MadeChain, ...heights: readonly number[]): readonly KeptHash[] =>
    heights.map((height) => ({ height: BigInt(height), hash: blocks[height]!.hash }));

  it('are those of one node, whose new final block is checked once more', async () => {
    const chain = chainOf(30);
    const own = await node(chain);
    const heads = await reader([own], { receivers: [RECEIVER, FORMER] }).heads(keptOf(chain, 15, 14));
    expect(heads).toEqual({
      outcome: 'HEADS',
      newest: expect.objectContaining({ height: 29n, hash: chain.blocks[29]!.hash }),
      final: expect.objectContaining({ height: 19n, hash: chain.blocks[19]!.hash }),
      identity: '31337',
      receivers: [
        { address: RECEIVER, refusal: null },
        { address: FORMER, refusal: null },
      ],
      uncompared: null,
    });
    expect(own.batches).toEqual([6, 1, 2]);
  });

  it('are those of the next node when one serves another chain, until all nodes do', async () => {
    const [turning, honest] = [await node(chainOf(30)), await node(chainOf(30))];
    const both = reader([turning, honest]);
    await headsOf(both);
    turning.lie = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined);
    await headsOf(both);
    expect(honest.calls).not.toEqual([]);
    await expect(reader([turning]).heads(keptOf(turning.chain, 5))).rejects.toThrow('serves chain 1');
    expect(alarms().map(({ what }) => what)).toContain('A node contradicts itself or the known history');
  });

  it.each([
    ['the final block comes', ['finalized']],
    ['both blocks come', ['latest', 'finalized']],
  ])('are not reported when %s from another chain at the same address', async (_, foreign) => {
    const chain = chainOf(30);
    const [own, other] = [await node(chain), chain.forkAt(12)];
    other.pass(18);
    own.lie = ({ method, params }) => {
      const [block] = params;
      own.chain = method === 'eth_getBlockByNumber' && foreign.includes(String(block)) ? other : chain;
      return undefined;
    };
    const one = reader([own]);
    await expect(one.heads(keptOf(chain, 15))).rejects.toThrow('has two final blocks at height 19');
    own.lie = () => undefined;
    expect(await one.heads(keptOf(chain, 15))).toMatchObject({ final: { hash: chain.blocks[19]!.hash } });
  });

  describe('against what was final', () => {
    it('exclude a node for an hour, with an alarm, when only this node contradicts them', async () => {
      const chain = chainOf(30);
      const [forked, honest] = [await node(chain.forkAt(12)), await node(chain)];
      forked.chain.pass(18);
      const both = reader([forked, honest]);
      const kept = keptOf(chain, 19, 15, 11);
      expect(await both.heads(kept)).toMatchObject({ outcome: 'HEADS', newest: { hash: chain.blocks[29]!.hash } });
      expect(alarms().map(({ what }) => what)).toEqual([
        'A node contradicts the final history: the service ignores it for an hour',
      ]);
      const asked = forked.calls.length;
      time().pass(59 * 60_000);
      await both.heads(kept);
      await both.scan({ from: 20n, to: 29n, resume: null });
      expect(forked.calls).toHaveLength(asked);
      honest.http = (_request, response) => Boolean(response.destroy());
      await expect(both.heads(kept)).rejects.toThrow();
      time().pass(2 * 60_000);
      forked.chain = chain;
      expect(await both.heads(kept)).toMatchObject({ outcome: 'HEADS' });
    });

    it.each([
      ['finalized', 'finalized' as const],
      ['a depth', { depth: 10 }],
    ])('are contradicted when every node does so, with the highest common height (%s)', async (_, finality) => {
      const chain = chainOf(30);
      const fork = chain.forkAt(12);
      fork.pass(20);
      const nodes = [await node(fork), await node(fork)];
      const heights = [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9];
      expect(await reader(nodes, {}, { finality }).heads(keptOf(chain, ...heights))).toEqual({
        outcome: 'FINALITY_CONTRADICTED',
        height: 19n,
        kept: chain.blocks[19]!.hash,
        seen: fork.blocks[19]!.hash,
        commonHeight: 11n,
      });
    });

    it('are contradicted when the node that was set aside first was right', async () => {
      const chain = chainOf(30);
      const fork = chain.forkAt(12);
      fork.pass(20);
      const [first, second] = [await node(fork), await node(chain)];
      const both = reader([first, second]);
      const kept = keptOf(chain, 19, 11);
      expect(await both.heads(kept)).toMatchObject({ outcome: 'HEADS' });
      second.chain = fork;
      expect(await both.heads(kept)).toMatchObject({ outcome: 'FINALITY_CONTRADICTED', commonHeight: 11n });
      first.chain = chain;
      await expect(both.heads(kept)).rejects.toThrow('is set aside');
    });

    it('have no common height when none of them remains', async () => {
      const chain = chainOf(30);
      const fork = chain.forkAt(0);
      fork.pass(30);
      const contradicted = await reader([await node(fork)]).heads(keptOf(chain, 19, 3));
      expect(contradicted).toMatchObject({ outcome: 'FINALITY_CONTRADICTED', commonHeight: null });
    });

    it('are compared at the highest kept height of a shorter chain', async () => {
      const chain = chainOf(30);
      const fork = chain.forkAt(5);
      fork.pass(9);
      const contradicted = await reader([await node(fork)]).heads(keptOf(chain, 19, 18, 13, 12, 4));
      expect(contradicted).toMatchObject({ outcome: 'FINALITY_CONTRADICTED', height: 13n, commonHeight: 4n });
    });

    it('reject when some nodes contradict them and the others are away', async () => {
      const chain = chainOf(30);
      const [forked, away] = [await node(chain.forkAt(12)), await node(chain)];
      forked.chain.pass(20);
      away.http = (_request, response) => Boolean(response.destroy());
      await expect(reader([forked, away]).heads(keptOf(chain, 19))).rejects.toThrow('whose final hash was');
    });

    it('are not contradicted when the only node serves another chain', async () => {
      const chain = chainOf(30);
      const foreign = await node(chain.forkAt(0));
      foreign.chain.pass(30);
      foreign.lie = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined);
      await expect(reader([foreign]).heads(keptOf(chain, 19))).rejects.toThrow('serves chain 1');
    });

    it('are judged by no node that lacks the final block', async () => {
      const chain = chainOf(30);
      const [forked, honest] = [await node(chain.forkAt(12)), await node(chain)];
      forked.chain.pass(20);
      const both = reader([honest, forked]);
      await both.heads(keptOf(chain, 19));
      honest.http = (_request, response) => Boolean(response.destroy());
      await expect(both.scan({ from: 20n, to: 29n, resume: null })).rejects.toThrow('whose final hash was');
      expect(forked.count('eth_getLogs')).toBe(0);
    });
  });

  it('never return to a node whose final block is below the kept one', async () => {
    const chain = chainOf(600);
    const [late, honest] = [await node(chain), await node(chain)];
    late.newest = 300;
    late.finalLag = 1;
    const kept = keptOf(chain, 589, 400);
    await expect(reader([late]).heads(kept)).rejects.toThrow('is behind');
    expect(await reader([late, honest]).heads(kept)).toMatchObject({
      newest: { height: 599n },
      final: { height: 589n },
    });
    expect(alarms()).toEqual([]);
  });

  it('never return to a final block that is older than the last one', async () => {
    const chain = chainOf(600);
    const [late, honest] = [await node(chain), await node(chain)];
    late.finalLag = 300;
    const kept = keptOf(chain, 589, 400);
    await expect(reader([late]).heads(kept)).rejects.toThrow('its final block is 299, and 589 was final');
    expect(await reader([late, honest]).heads(kept)).toMatchObject({ final: { height: 589n } });
    expect(alarms()).toEqual([]);
  });

  it('may have a final block that is ten minutes behind the newest', async () => {
    const own = await node(chainOf(600));
    own.finalLag = 300;
    const { newest, final } = await headsOf(reader([own]));
    expect(Date.parse(newest.time) - Date.parse(final.time)).toBe(600_000);
  });

  it('are those of another node when the first one has no new block for a minute', async () => {
    const chain = chainOf(30);
    const [stuck, honest] = [await node(chain), await node(chain)];
    stuck.newest = 29;
    const both = reader([stuck, honest]);
    expect((await headsOf(both)).newest.height).toBe(29n);
    chain.pass(5);
    time().pass(30_000);
    expect((await headsOf(both)).newest.height).toBe(29n);
    time().pass(31_000);
    expect((await headsOf(both)).newest.height).toBe(34n);
  });

  it('are those of another node when the next answer is behind the last', async () => {
    const chain = chainOf(30);
    const nodes = [await node(chain), await node(chain), await node(chain)];
    nodes[1]!.newest = 24;
    const three = reader(nodes);
    await headsOf(three);
    nodes[0]!.http = (_request, response) => Boolean(response.destroy());
    expect((await headsOf(three)).newest.height).toBe(29n);
  });

  it.each([
    ['refuses the tag', { error: { code: -32602, message: 'unknown tag finalized' } }],
    ['has no final block', { result: null }],
  ])('are never newest instead of final when the node %s', async (_, answer) => {
    const own = await node(chainOf(30));
    own.lie = ({ params }) => (params[0] === 'finalized' ? answer : undefined);
    await expect(reader([own]).heads([])).rejects.toThrow();
  });
});
