import type { ChainReader, KeptHash } from '../../../../../../commands/ports/chains/chain-reader';
import type { MadeChain } from '../made-chain';
import { scriptedLab } from '../scripted-lab';
import type { ScriptedNode } from '../scripted-node';
import { prune, type Way } from './pruned';

const MINUTE_MS = 60_000;
const WAYS: readonly Way[] = ['null', '4444', 'words'];

describe('kept history that the nodes of an EVM network have pruned', () => {
  const { time, alarms, chainOf, node, reader } = scriptedLab();
  const keptOf = ({ blocks }: MadeChain, ...heights: readonly number[]): readonly KeptHash[] =>
    heights.map((height) => ({ height: BigInt(height), hash: blocks[height]!.hash }));

  /** Nodes of one chain, of which each has pruned what is below its height; and what was kept of it before. */
  const prunedBelow = async (heights: readonly number[], way: Way = 'null') => {
    const chain = chainOf(300);
    const nodes: ScriptedNode[] = [];
    for (const height of heights) {
      const own = await node(chain);
      prune(own, height, way);
      nodes.push(own);
    }
    return { chain, nodes, kept: keptOf(chain, 100, 99, 60, 0) };
  };
  const GONE = 'does not have block 100 any more';

  /** A look that fails, and one a minute later. */
  const confirmed = async (one: ChainReader, kept: readonly KeptHash[]) => {
    await expect(one.heads(kept)).rejects.toThrow(GONE);
    time().pass(MINUTE_MS);
    return one.heads(kept);
  };

  it.each(WAYS)('is not compared once every node has reported the pruning for a minute (%s)', async (way) => {
    const { chain, nodes, kept } = await prunedBelow([200, 128], way);
    const both = reader(nodes);
    await expect(both.heads(kept)).rejects.toThrow(GONE);
    // Refusals are asked for again, which takes a few seconds.
    time().pass(MINUTE_MS / 2);
    await expect(both.heads(kept)).rejects.toThrow(GONE);
    time().pass(MINUTE_MS / 2);
    expect(await both.heads(kept)).toMatchObject({
      ...{ outcome: 'HEADS', uncompared: { height: 100n, hash: chain.blocks[100]!.hash } },
      ...{ newest: { height: 299n }, final: { height: 289n } },
    });
    expect(await both.heads(kept)).toHaveProperty('uncompared.height', 100n);
    expect(alarms()).toEqual([]);
  });

  it('is compared again with the kept heights afterwards', async () => {
    const { chain, nodes, kept } = await prunedBelow([200]);
    const one = reader(nodes);
    await confirmed(one, kept);
    expect(await one.heads([...keptOf(chain, 289), ...kept])).toMatchObject({ outcome: 'HEADS', uncompared: null });
    const fork = chain.forkAt(250);
    fork.pass(60);
    nodes[0]!.chain = fork;
    expect(await one.heads([...keptOf(chain, 289), ...kept])).toMatchObject({
      ...{ outcome: 'FINALITY_CONTRADICTED', height: 289n, commonHeight: null },
    });
  });

  it('is compared by the only node that still has it', async () => {
    const { nodes, kept } = await prunedBelow([200, 0]);
    const both = reader(nodes);
    for (const ms of [0, MINUTE_MS]) {
      time().pass(ms);
      expect(await both.heads(kept)).toMatchObject({ outcome: 'HEADS', uncompared: null });
    }
  });

  it.each(WAYS)('is compared by the next block, which contains its hash (%s)', async (way) => {
    const { chain, nodes, kept } = await prunedBelow([101], way);
    const one = reader(nodes);
    expect(await one.heads(kept)).toMatchObject({ outcome: 'HEADS', uncompared: null });
    expect(await one.scan({ from: 290n, to: 299n, resume: null })).toMatchObject({ outcome: 'SCANNED' });
    const fork = chain.forkAt(90);
    fork.pass(210);
    nodes[0]!.chain = fork;
    expect(await one.heads(kept)).toMatchObject({
      ...{ outcome: 'FINALITY_CONTRADICTED', height: 100n, seen: fork.blocks[100]!.hash, commonHeight: null },
    });
  });

  it('is contradicted by the node that has another one, even when all others pruned it', async () => {
    const { chain, nodes, kept } = await prunedBelow([200, 0, 200]);
    const fork = chain.forkAt(90);
    fork.pass(210);
    nodes[1]!.chain = fork;
    const three = reader(nodes);
    expect(await three.heads(kept)).toMatchObject({
      outcome: 'FINALITY_CONTRADICTED',
      height: 100n,
      commonHeight: 60n,
    });
    time().pass(MINUTE_MS);
    expect(await three.heads(kept)).toMatchObject({ outcome: 'FINALITY_CONTRADICTED' });
  });

  describe('is compared despite a claim of pruning', () => {
    const nothing: ScriptedNode['lie'] = () => undefined;

    it('in one false answer, or in two with a true one between them', async () => {
      const { nodes, kept } = await prunedBelow([200]);
      const [own] = nodes;
      const one = reader(nodes);
      const { lie } = own!;
      for (const told of [lie, nothing, lie, nothing, lie]) {
        own!.lie = told;
        const look = one.heads(kept);
        if (told === lie) await expect(look).rejects.toThrow(GONE);
        else expect(await look).toMatchObject({ outcome: 'HEADS', uncompared: null });
        time().pass(MINUTE_MS);
      }
    });

    it('in a false answer to the highest kept height alone', async () => {
      const chain = chainOf(300);
      const [own, fork] = [await node(chain), chain.forkAt(150)];
      fork.pass(150);
      const kept = keptOf(chain, 200, 199, 120, 0);
      own.lie = ({ params }) => (['0xc8', '0xc9'].includes(params[0] as string) ? { result: null } : undefined);
      const one = reader([own]);
      for (const ms of [0, MINUTE_MS]) {
        time().pass(ms);
        await expect(one.heads(kept)).rejects.toThrow('has block 199, and not 200');
      }
      own.chain = fork;
      expect(await one.heads(kept)).toMatchObject({
        ...{ outcome: 'FINALITY_CONTRADICTED', height: 199n, seen: fork.blocks[199]!.hash, commonHeight: 120n },
      });
    });

    it.each([
      ['another error', { error: { code: -32000, message: 'internal error' } }],
      ['another block', { result: { number: '0x1' } }],
    ])('belongs to a node that answers %s', async (_, answer) => {
      const { nodes, kept } = await prunedBelow([200, 0]);
      nodes[1]!.lie = ({ params }) => (params[0] === '0x64' ? answer : undefined);
      const both = reader(nodes);
      for (const ms of [0, MINUTE_MS]) {
        time().pass(ms);
        await expect(both.heads(kept)).rejects.toThrow(GONE);
      }
    });

    it('while a node that contradicted it is excluded', async () => {
      const { chain, nodes, kept } = await prunedBelow([0, 0]);
      const fork = chain.forkAt(90);
      fork.pass(210);
      nodes[0]!.chain = fork;
      const both = reader(nodes);
      await both.heads(kept);
      prune(nodes[1]!, 200, 'null');
      for (const ms of [0, MINUTE_MS]) {
        time().pass(ms);
        await expect(both.heads(kept)).rejects.toThrow(GONE);
      }
      time().pass(60 * MINUTE_MS);
      expect(await both.heads(kept)).toMatchObject({ outcome: 'FINALITY_CONTRADICTED', height: 100n });
    });

    it('belongs to a node that shows another block in a later scan', async () => {
      const { chain, nodes, kept } = await prunedBelow([200]);
      const one = reader(nodes);
      await confirmed(one, kept);
      const fork = chain.forkAt(90);
      fork.pass(210);
      nodes[0]!.chain = fork;
      nodes[0]!.lie = nothing;
      time().pass(MINUTE_MS);
      await expect(one.scan({ from: 290n, to: 299n, resume: null })).rejects.toThrow('whose final hash was');
    });
  });
});
