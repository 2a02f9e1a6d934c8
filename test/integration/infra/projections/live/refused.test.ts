import type { SubscriptionFailure } from '../../../../../commands/ports/event-store';
import { createWorld, silent, type World } from '../../../../infra/projections/fixture';

const at = (place: bigint) => ({ commit: place, prepare: place });

describe('a projector whose subscription the store refuses', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  it.each<[string, SubscriptionFailure]>([
    [
      'the log ends at 7/7, before 9/9, up to where it was projected',
      { name: 'beyond_head', position: at(9n), head: at(7n) },
    ],
    ['the store refuses the subscription: no such filter', { name: 'refused', cause: 'no such filter' }],
  ])('gives up its leadership: %s', async (words, failure) => {
    const subscribe: typeof world.log.subscribe = (_after, { onFailed }) => {
      setImmediate(() => onFailed?.(failure));
      return { stop: async () => undefined };
    };
    const told = await new Promise<unknown>((resolve) => {
      const error = (context: { readonly cause?: string }): void => resolve(context.cause);
      world.start({ eventStore: { ...world.log, subscribe }, logger: { ...silent, error } as never });
    });
    expect(told).toBe(words);
  });
});
