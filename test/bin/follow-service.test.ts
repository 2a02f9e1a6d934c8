import { followService, type Running } from '../../src/bin/stores/follow-service';

/** A service that is where the test says, and looks that are taken when the test says. */
const scene = (cutAfterMs?: number) => {
  const events: string[] = [];
  const at: Record<'stores' | 'refused' | 'mute', string | null> = { stores: 'first', refused: null, mute: null };
  let looked = (): void => undefined;
  let release = (): void => undefined;
  let begun = (): void => undefined;
  const runningOn = (stores: string): Running => ({
    stop: async () => {
      events.push(`${stores} left`);
    },
  });
  const followed = followService<string>('first', runningOn('first'), {
    ...(cutAfterMs === undefined ? {} : { cutAfterMs }),
    find: async () => at.stores,
    isSame: (left, right) => left === right,
    run: async (stores) => {
      if (stores === at.refused) throw new Error(`${stores} refuses`);
      events.push(`runs on ${stores}`);
      begun();
      if (stores === at.mute) await new Promise(() => undefined);
      return runningOn(stores);
    },
    onMove: () => undefined,
    onTrouble: (error) => void events.push(String(error)),
    wait: (_durationMs, signal) => {
      looked();
      return new Promise<void>((resolve) => {
        release = resolve;
        signal.addEventListener('abort', () => resolve());
      });
    },
  });
  const look = async (): Promise<void> => {
    const done = new Promise<void>((resolve) => {
      looked = resolve;
    });
    release();
    await done;
  };
  /** A look that has begun to run there, and is not over. */
  const begin = async (): Promise<void> => {
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    release();
    await started;
  };
  return { events, at, look, begin, followed };
};

test('moves an API process to the place of the stores', async () => {
  const { events, at, look, followed } = scene();
  await look();
  at.stores = 'second';
  await look();
  await look();
  await followed.stop();
  expect(events).toEqual(['first left', 'runs on second', 'second left']);
});

test('keeps its stores while the service has no other', async () => {
  const { events, at, look, followed } = scene();
  at.stores = null;
  await look();
  await followed.stop();
  expect(events).toEqual(['first left']);
});

test('tries unusable stores again', async () => {
  const { events, at, look, followed } = scene();
  Object.assign(at, { stores: 'second', refused: 'second' });
  await look();
  at.refused = null;
  await look();
  expect(events).toEqual(['first left', 'Error: second refuses', 'runs on second']);
  await followed.stop();
});

test('stops without waiting for a start on stores that do not answer', async () => {
  const { events, at, begin, followed } = scene(10);
  Object.assign(at, { stores: 'second', mute: 'second' });
  await begin();
  await followed.stop();
  expect(events).toEqual(['first left', 'runs on second']);
});
