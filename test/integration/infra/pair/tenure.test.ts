import { createBell } from '../../../../packages/event-store/timing/bell';
import { ALWAYS_BOUND } from '../../../doubles/bound';
import { createWorld, rowsOf, type World } from '../../../infra/projections/fixture';

const APPLIED_WITHIN_MS = 60_000;

describe('the process that projects', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const applied = (last: Parameters<World['options']['board']['waitUntilApplied']>[1]) =>
    world.options.board.waitUntilApplied(['tallies'], last, APPLIED_WITHIN_MS);

  test('writes its tenure to the log first, and projects nothing until that succeeds', async () => {
    const last = world.log.write('tally-1', { owner: 'ana', amount: '1' });
    const rowsAtBegin: number[] = [];
    const begin = async (): Promise<void> => {
      rowsAtBegin.push((await rowsOf(world.pool)).tallies.length);
      if (rowsAtBegin.length === 1) throw new Error('the ledger cannot be led');
    };
    world.start({ tenure: { ...ALWAYS_BOUND, begin } });
    expect(await applied(last)).toBe(true);
    expect(rowsAtBegin).toEqual([0, 0]);
  });

  test('waits with its election until its pair is right', async () => {
    const right = createBell();
    const asked: string[] = [];
    const projector = world.start({
      tenure: {
        ...ALWAYS_BOUND,
        untilRight: async () => {
          asked.push('right');
          await right.wait();
        },
        begin: async () => void asked.push('begin'),
      },
    });
    const last = world.log.write('tally-1', { owner: 'ana', amount: '1' });
    expect([projector.status().isLeading, asked]).toEqual([false, ['right']]);
    right.ring();
    expect(await applied(last)).toBe(true);
    expect(asked).toEqual(['right', 'begin']);
  });

  test('ends when the pair is in doubt, and continues when it is right again', async () => {
    const [doubt, right] = [createBell(), createBell()];
    let elections = 0;
    const projector = world.start({
      tenure: {
        ...ALWAYS_BOUND,
        untilRight: async () => {
          elections += 1;
          if (elections === 2) await right.wait();
        },
        over: async () => {
          await doubt.wait();
          return 'in doubt';
        },
      },
    });
    expect(await applied(world.log.write('tally-1', { owner: 'ana', amount: '1' }))).toBe(true);
    doubt.ring();
    while (elections < 2) await new Promise((resolve) => setImmediate(resolve));
    const last = world.log.write('tally-2', { owner: 'ana', amount: '1' });
    expect([projector.status().isLeading, (await rowsOf(world.pool)).tallies.length]).toEqual([false, 1]);
    right.ring();
    expect(await applied(last)).toBe(true);
    expect(projector.status().isLeading).toBe(true);
  });
});
