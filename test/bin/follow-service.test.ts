import { followService } from '../../src/bin/follow-service';

/** A service that is where the test says, and looks that are taken when the test says. */
const scene = async () => {
  const events: string[] = [];
  const at: { stores: string | null; refused: string | null } = { stores: 'first', refused: null };
  let looked = (): void => undefined;
  let release = (): void => undefined;
  const followed = await followService<string>('first', {
    find: async () => at.stores,
    isSame: (left, right) => left === right,
    run: async (stores, port) => {
      if (stores === at.refused) throw new Error(`${stores} refuses`);
      events.push(`${stores} on ${port ?? 'any'}`);
      return {
        url: 'http://127.0.0.1:4000',
        stop: async () => {
          events.push(`${stores} left`);
        },
      };
    },
    onMove: () => undefined,
    onTrouble: (error) => events.push(String(error)),
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
  return { events, at, look, followed };
};

test('B10: an API process moves to where the stores are, and keeps its port', async () => {
  const { events, at, look, followed } = await scene();
  await look();
  at.stores = 'second';
  await look();
  await look();
  await followed.stop();
  expect(events).toEqual(['first on any', 'first left', 'second on 4000', 'second left']);
});

test('B10: it stays where it is while the service runs nowhere', async () => {
  const { events, at, look, followed } = await scene();
  at.stores = null;
  await look();
  await followed.stop();
  expect(events).toEqual(['first on any', 'first left']);
});

test('B10: stores that cannot be used yet are tried again', async () => {
  const { events, at, look, followed } = await scene();
  Object.assign(at, { stores: 'second', refused: 'second' });
  await look();
  at.refused = null;
  await look();
  expect(events).toEqual(['first on any', 'first left', 'Error: second refuses', 'second on 4000']);
  await followed.stop();
});

test('B10: it comes back to the same stores when the move to others failed', async () => {
  const { events, at, look, followed } = await scene();
  Object.assign(at, { stores: 'second', refused: 'second' });
  await look();
  at.stores = 'first';
  await look();
  expect(events.at(-1)).toBe('first on 4000');
  await followed.stop();
});
