import { rejection } from '../../../../aggregates/rejection';
import type { ChainReader } from '../../../../commands/ports/chains/chain-reader';
import { movement } from '../../../../packages/testing/src/samples/sample-data';
import { CALM, FINAL, OBSERVED, watching } from '../watching';

/** Scans that find nothing: the index is late. */
const blind =
  ({ chain }: ReturnType<typeof watching>): ChainReader['scan'] =>
  async (asked) => {
    const found = await chain.reader.scan(asked);
    return found.outcome === 'GAP' ? found : { ...found, movements: [] };
  };

describe('the rescan of closed history', () => {
  test('records payments that no scan had found, and counts them', async () => {
    const world = watching();
    const { chain, look, lookAt, deposit } = world;
    chain.mine({});
    chain.pass(1);
    await lookAt({ scan: blind(world) });
    expect(await deposit()).toEqual([]);
    chain.finalise(2);
    expect(await look()).toMatchObject({ ...CALM, foundLate: 1 });
    expect(await deposit()).toEqual(OBSERVED);
    expect(await look()).toMatchObject(CALM);
    expect(await deposit()).toEqual(FINAL);
  });

  test('reads each height once, as it becomes final, also over a restart', async () => {
    const { chain, look, lookAt, restarted } = watching();
    const rescans: string[] = [];
    const rescan: ChainReader['rescan'] = (from, to) => {
      rescans.push(`${from} to ${to}`);
      return chain.reader.rescan(from, to);
    };
    chain.pass(10);
    chain.finalise(2);
    await look();
    for (const final of [4, 4, 7]) {
      chain.finalise(final);
      await lookAt({ rescan }, restarted());
    }
    expect(rescans).toEqual(['2 to 4', '5 to 7']);
  });

  test('is repeated with the next scan after the log was unreachable', async () => {
    const { chain, look, lookAt } = watching();
    const rescans: bigint[] = [];
    const away: ChainReader['rescan'] = () => Promise.reject(rejection('SERVICE_UNAVAILABLE', 'The ledger is away'));
    const rescan: ChainReader['rescan'] = (from, to) => {
      rescans.push(from);
      return chain.reader.rescan(from, to);
    };
    chain.pass(10);
    await look();
    chain.finalise(4);
    await expect(lookAt({ rescan: away })).rejects.toMatchObject({ rejection: { code: 'SERVICE_UNAVAILABLE' } });
    await lookAt({ rescan });
    expect(rescans).toHaveLength(1);
  });

  test('reports pruned history once, and continues after it', async () => {
    const { deps, chain, cursors, look, lookAt } = watching();
    chain.pass(10);
    await look();
    chain.finalise(9);
    const rescan: ChainReader['rescan'] = async (from, to) =>
      from > 5n
        ? chain.reader.rescan(from, to)
        : { movements: [], unread: [], upTo: { height: 5n }, gone: 'pruned history unavailable' };
    await lookAt({ rescan });
    expect(await lookAt({ rescan })).toMatchObject(CALM);
    expect(deps.alerts).toEqual([
      {
        what: "A part of a network's final history is no longer available for a second check",
        facts: { network: 'ethereum', from: '0', to: '5', reason: 'pruned history unavailable' },
      },
    ]);
    expect(cursors.at(-1)).toMatchObject({ recheckedHeight: 9n });
  });

  test.each<[string, ChainReader['rescan'], string]>([
    ['fails', () => Promise.reject(new Error('429')), '429'],
    ['goes too far', async () => ({ movements: [], unread: [], upTo: { height: 9n }, gone: null }), 'height 9'],
    [
      'tells of another network',
      async () => ({
        movements: [{ movement: { ...movement, network: 'polygon' }, isFinal: true }],
        unread: [],
        upTo: { height: 2n },
        gone: null,
      }),
      'polygon',
    ],
  ])('delays no other work when a reader %s, and is asked again later', async (_name, rescan, trouble) => {
    const { deps, chain, cursors, look, lookAt, deposits } = watching();
    chain.mine({});
    chain.pass(2);
    await look();
    chain.finalise(2);
    const { troubles } = await lookAt({ rescan });
    expect(troubles).toEqual([expect.stringContaining(trouble)]);
    expect(cursors.at(-1)).toMatchObject({ finalHeight: 2n, recheckedHeight: -1n });
    expect(await deposits()).toEqual(['ethereum:0xd1:0']);
    const asked = jest.fn(chain.reader.rescan);
    await lookAt({ rescan: asked });
    expect(asked).not.toHaveBeenCalled();
    deps.clock.advance(1_000);
    await lookAt({ rescan: asked });
    expect(cursors.at(-1)).toMatchObject({ recheckedHeight: 2n });
  });
});

describe('history of a family that is read at finality only', () => {
  test('is rescanned a minute later, in one range', async () => {
    const { chain, deps, lookAt } = watching();
    const rescans: string[] = [];
    const rescan: ChainReader['rescan'] = (from, to) => {
      rescans.push(`${from} to ${to}`);
      return chain.reader.rescan(from, to);
    };
    const heads: ChainReader['heads'] = async (kept) => {
      const told = await chain.reader.heads(kept);
      return told.outcome === 'HEADS' ? { ...told, isClosed: true } : told;
    };
    const look = async (height: number, seconds: number) => {
      chain.finalise(height);
      deps.clock.advance(seconds * 1_000);
      await lookAt({ heads, rescan });
    };
    chain.pass(10);
    await look(2, 0);
    await look(3, 1);
    await look(5, 58);
    expect(rescans).toEqual([]);
    await look(6, 1);
    expect(rescans).toEqual([]);
    await look(7, 1);
    await look(8, 60);
    expect(rescans).toEqual(['2 to 6']);
  });
});
