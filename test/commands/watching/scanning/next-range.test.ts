import { watcher } from '../../../../aggregates/watcher/watcher';
import type { ChainReader, Gap } from '../../../../commands/ports/chains/chain-reader';
import { acceptGap } from '../../../../commands/watching/operator/accept-gap';
import { beforeGap, behindGaps } from '../../../../commands/watching/scanning/next-range';
import { asking } from '../../../core';
import { watching } from '../watching';

const by = asking('skip', { actor: { kind: 'operator', id: 'ana' }, reason: 'nobody has it' });
const gap = (height: bigint, readableFrom: bigint | null = null): Gap => ({
  ...{ outcome: 'GAP', height, readableFrom, reason: 'pruned' },
});

/** A chain whose heights 5 to 8 no node has. */
const pruned = () => {
  const world = watching();
  const { chain } = world;
  chain.mine({ txid: '0xd1' });
  chain.pass(3);
  chain.mine({ txid: '0xd5' });
  chain.pass(4);
  chain.mine({ txid: '0xd0' });
  const scan: ChainReader['scan'] = async (asked) => {
    if (asked.to < 5n || asked.from > 8n) return chain.reader.scan(asked);
    return gap(asked.from < 5n ? 5n : asked.from, 9n);
  };
  return { ...world, scan, lookPruned: () => world.lookAt({ scan }) };
};

describe('a gap in history', () => {
  test('raises one alarm and blocks new intents, while earlier blocks are scanned', async () => {
    const { deps, cursors, lookPruned, watcher: told, deposits } = pruned();
    const first = await lookPruned();
    expect(first.questions).toEqual({ gap: 'pruned' });
    for (let round = 0; round < 3; round += 1) {
      deps.clock.advance(1);
      await lookPruned();
    }
    expect(await told()).toEqual(['GapSeen']);
    expect(deps.alerts).toHaveLength(1);
    expect(deps.alerts[0]?.facts).toMatchObject({
      network: 'ethereum',
      height: '5',
      reason: 'pruned',
      readableFrom: '9',
    });
    expect(await deposits()).toEqual(['ethereum:0xd1:0']);
    expect(cursors.at(-1)).toMatchObject({ height: 4n, questions: { gap: 'pruned' }, lookedAt: null });
  });

  test('is never skipped without an operator, also not after a restart', async () => {
    const { cursors, lookPruned, lookAt, restarted, scan } = pruned();
    await lookPruned();
    for (let round = 0; round < 5; round += 1) await lookAt({ scan }, restarted());
    expect(cursors.at(-1)).toMatchObject({ height: 4n });
  });

  test('is skipped when an operator accepts it, and later blocks are scanned', async () => {
    const { deps, cursors, lookPruned, deposits } = pruned();
    await lookPruned();
    await lookPruned();
    await acceptGap(deps)({ network: 'ethereum', toHeight: 8n, reason: 'nobody has it' }, by);
    await lookPruned();
    expect(await deposits()).toEqual(['ethereum:0xd0:0', 'ethereum:0xd1:0']);
    expect(cursors.at(-1)).toMatchObject({ height: 10n, questions: {} });
  });

  test('is skipped again after a reorganisation before it, or a rescan', async () => {
    const { deps, chain, cursors, lookPruned, lookAt, scan } = pruned();
    await lookPruned();
    await lookPruned();
    await acceptGap(deps)({ network: 'ethereum', toHeight: 8n, reason: 'nobody has it' }, by);
    await lookPruned();
    chain.reorganise(10);
    chain.pass(2);
    await lookPruned();
    await lookPruned();
    expect(cursors.at(-1)).toMatchObject({ height: 11n });
    chain.finalise(11);
    const rescans: (readonly [bigint, bigint])[] = [];
    const rescan: ChainReader['rescan'] = (from, to) => {
      rescans.push([from, to]);
      return chain.reader.rescan(from, to);
    };
    await lookAt({ scan, rescan });
    await lookAt({ scan, rescan });
    expect(rescans).toEqual([
      [1n, 4n],
      [9n, 11n],
    ]);
  });
});

describe('heights that were skipped', () => {
  const skipped = [
    { fromHeight: '5', toHeight: '8' },
    { fromHeight: '9', toHeight: '9' },
    { fromHeight: '20', toHeight: '30' },
  ];
  test.each([
    [4n, 4n],
    [5n, 10n],
    [8n, 10n],
    [9n, 10n],
    [10n, 10n],
    [25n, 31n],
  ])('from %s on goes on at %s', (from, expected) => expect(behindGaps(from, skipped)).toBe(expected));

  test.each([
    [1n, 100n, 4n],
    [1n, 3n, 3n],
    [10n, 100n, 19n],
    [31n, 100n, 39n],
    [40n, 100n, 100n],
  ])('from %s to %s ends at %s', (from, to, expected) => {
    const known = { network: 'ethereum', height: '40', readableFrom: null, reason: 'pruned' };
    expect(beforeGap(from, to, { ...watcher.initial, skipped, gap: known })).toBe(expected);
  });
});

describe('the cursor of a scan', () => {
  const asked = () => {
    const world = watching();
    const heights: bigint[] = [];
    const hashAt: ChainReader['hashAt'] = (height) => {
      heights.push(height);
      return world.chain.reader.hashAt(height);
    };
    const closed: ChainReader['heads'] = async (kept) => {
      const told = await world.chain.reader.heads(kept);
      return told.outcome === 'HEADS' ? { ...told, isClosed: true } : told;
    };
    const look = () => world.lookAt({ hashAt });
    return { ...world, heights, look, lookClosed: () => world.lookAt({ hashAt, heads: closed }) };
  };

  test('needs no hash on a chain that is read at finality only', async () => {
    const { chain, heights, lookClosed } = asked();
    for (const final of [3, 6]) {
      chain.pass(3);
      chain.finalise(final);
      await lookClosed();
    }
    expect(heights).toEqual([]);
  });

  test('is compared by its hash when its block is not final', async () => {
    const { chain, heights, look } = asked();
    chain.pass(3);
    await look();
    chain.pass(3);
    await look();
    expect(heights).toEqual([3n]);
  });
});
