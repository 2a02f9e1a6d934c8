import type { EventStore, SubscriptionHandlers } from '../../../../../commands/ports/event-store';
import { createWorld, silent, type World } from '../../../../infra/projections/fixture';

describe('a projector whose subscription is silent', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  it('does not subscribe again when the log continues with foreign events', async () => {
    const { options, log } = world;
    let looked = 0;
    let seen = (): void => undefined;
    const lookedOften = new Promise<void>((resolve) => {
      seen = () => {
        looked += 1;
        if (looked === 3) resolve();
      };
    });
    const head = async () => {
      seen();
      return { commit: 1_000_000n, prepare: 1_000_000n };
    };
    const errors: unknown[] = [];
    const logger = { ...silent, error: (said: unknown) => void errors.push(said) } as typeof silent;
    const limits = { ...options.limits, silenceMs: 20 };
    const projector = world.start({ limits, logger, eventStore: { ...log, head } });
    const first = log.write('tally-1', { owner: 'a', amount: '1' });
    expect(await options.board.waitUntilApplied(['tallies'], first, 10_000)).toBe(true);
    await lookedOften;
    await projector.stop();
    expect([log.subscriptions(), errors]).toEqual([1, []]);
  });

  it('follows from caughtUp until the subscription is cut, which is logged once', async () => {
    const { options, log } = world;
    let told = (_: SubscriptionHandlers): void => undefined;
    const subscribed = new Promise<SubscriptionHandlers>((resolve) => {
      told = resolve;
    });
    const subscribe: EventStore['subscribe'] = (after, handlers) => {
      told(handlers);
      return log.subscribe(after, handlers);
    };
    const warnings: unknown[] = [];
    const logger = { ...silent, warn: (_: unknown, said: unknown) => void warnings.push(said) } as typeof silent;
    const projector = world.start({ ...options, logger, eventStore: { ...log, subscribe } });
    const handlers = await subscribed;
    const seen = [projector.status().isFollowing];
    for (const tell of ['onCaughtUp', 'onDropped', 'onDropped', 'onCaughtUp', 'onDropped'] as const) {
      if (tell === 'onCaughtUp') handlers.onCaughtUp?.();
      else handlers.onDropped?.('cut');
      seen.push(projector.status().isFollowing);
    }
    expect(seen).toEqual([false, true, false, false, true, false]);
    expect(warnings).toEqual(['the subscription was interrupted', 'the subscription was interrupted']);
    await projector.stop();
  });
});
