import type { ChainReader, ReceiverState } from '../../../../commands/ports/chains/chain-reader';
import { CALM, OBSERVED, watching } from '../watching';

const heads =
  ({ chain }: ReturnType<typeof watching>, ...receivers: readonly ReceiverState[]): ChainReader['heads'] =>
  async (kept) => {
    const told = await chain.reader.heads(kept);
    return told.outcome === 'HEADS' ? { ...told, receivers } : told;
  };

const refused = { address: '0xab', refusal: 'it has code' };
const fine = { address: '0xaa', refusal: null };

describe('a receiver that cannot take payments', () => {
  test('blocks new intents with an alarm, while its deposits are still recorded', async () => {
    const world = watching();
    const { deps, chain, cursors, lookAt, restarted, deposit } = world;
    chain.mine({});
    for (const other of [{}, restarted()]) await lookAt({ heads: heads(world, fine, refused) }, other);
    expect(cursors.at(-1)?.questions).toEqual({ receiver: '0xab: it has code' });
    expect(await deposit()).toEqual(OBSERVED);
    expect(deps.alerts).toEqual([
      { what: 'A receiver cannot take payments', facts: { network: 'ethereum', receiver: '0xab: it has code' } },
    ]);
    expect(await lookAt({ heads: heads(world, fine, { ...refused, refusal: null }) })).toMatchObject(CALM);
    expect(cursors.at(-1)?.questions).toEqual({});
    expect(deps.alerts).toHaveLength(1);
  });

  test('blocks new intents of an asset that it cannot receive, with one alert', async () => {
    const world = watching();
    const { deps, cursors, lookAt, restarted } = world;
    const unfit = { ...fine, unfit: [{ assetId: 7, reason: 'it has no trustline' }] };
    for (const other of [{}, restarted()]) await lookAt({ heads: heads(world, unfit) }, other);
    await lookAt({ heads: heads(world) });
    expect(cursors.at(-1)?.questions).toEqual({ unfitAssets: [7] });
    expect(deps.alerts).toEqual([
      {
        what: 'A receiver cannot take an asset: new intents of the asset are refused',
        facts: { network: 'ethereum', assetId: '7', reason: 'it has no trustline' },
      },
    ]);
    expect(await lookAt({ heads: heads(world, fine) })).toMatchObject(CALM);
  });

  test('keeps its warning between scans, without an alert', async () => {
    const world = watching();
    const { deps, cursors, lookAt } = world;
    await lookAt({ heads: heads(world, { ...fine, warning: 'it wants no memo' }) });
    await lookAt({ heads: heads(world) });
    expect(cursors.at(-1)?.questions).toEqual({ warning: '0xaa: it wants no memo' });
    expect(await lookAt({ heads: heads(world, fine) })).toMatchObject(CALM);
    expect(deps.alerts).toEqual([]);
  });

  test('is remembered while no scan asks for it', async () => {
    const world = watching();
    const { deps, lookAt } = world;
    await lookAt({ heads: heads(world, refused) });
    const { questions } = await lookAt({ heads: heads(world) });
    expect(questions).toEqual({ receiver: '0xab: it has code' });
    expect(deps.alerts).toHaveLength(1);
  });
});

describe('the cursor of each scan', () => {
  test('is written after a change, and otherwise at most once a second', async () => {
    const { deps, chain, cursors, look } = watching();
    chain.pass(1);
    await look();
    const written = cursors.length;
    for (let round = 0; round < 10; round += 1) {
      deps.clock.advance(200);
      await look();
    }
    expect(cursors.length - written).toBe(2);
    chain.finalise(1);
    await look();
    expect(cursors.length - written).toBe(3);
  });

  test('has the start of the last complete scan, also without a new block', async () => {
    const { deps, cursors, look } = watching();
    await look();
    const first = cursors.at(-1);
    deps.clock.advance(5_000);
    await look();
    expect([first?.lookedAt, cursors.at(-1)?.lookedAt]).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T12:00:05.000Z',
    ]);
  });
});
