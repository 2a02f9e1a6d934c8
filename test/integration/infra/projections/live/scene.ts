import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectorLimits } from '../../../../../infra/projections/live/projector-options';
import { readCheckpoints } from '../../../../../infra/projections/waiting/checkpoints';
import type { EventLog } from '../../../../infra/projections/event-log';
import { createWorld, type World } from '../../../../infra/projections/fixture';

/** Longer than a test may last. */
const WITHOUT_LIMIT_MS = 3_600_000;

export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await pause(5);
};

export const write = (log: EventLog, count: number, stream = 'tally-1'): void => {
  for (let n = 0; n < count; n += 1) log.write(stream, { owner: 'a', amount: '1' });
};

/** A new world around each test of the file, and what they ask of it. */
export const useWorld = () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const applied = async (): Promise<void> => {
    const last = world.log.events.at(-1)!.position;
    expect(await world.options.board.waitUntilApplied(['tallies', 'quiet'], last, WITHOUT_LIMIT_MS)).toBe(true);
  };
  const areStoredAt = async (commit: bigint): Promise<boolean> =>
    [...(await readCheckpoints(world.pool)).values()].every(({ position }) => position.commit === commit);

  return {
    world: () => world,
    applied,
    /** Writes so many, and projects all until the checkpoints are stored. */
    projected: async (count: number): Promise<void> => {
      write(world.log, count);
      const projector = world.start({ limits: { ...world.options.limits, idleCheckpointMs: 1 } });
      await applied();
      while (!(await areStoredAt(world.log.events.at(-1)!.position.commit))) await pause(5);
      await projector.stop();
    },
    limits: (): Partial<ProjectorLimits> => ({ ...world.options.limits, secondLookMs: 20 }),
    consideredOf: async (name = 'tallies') => (await readCheckpoints(world.pool)).get(name)?.considered,
    eventAt: (index: number) => {
      const { stream, revision, id, position } = world.log.events[index]!;
      return { stream, revision, id, position };
    },
  };
};
