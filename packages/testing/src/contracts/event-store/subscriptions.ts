import assert from 'node:assert/strict';
import { isAfter, type Position, type Recorded } from '../../../../../aggregates/events';
import { assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import { newStream, type Scene } from './scene';
import { blockNumberOf, watermarks } from './watermarks';

/** The part of the contract about subscriptions. */
export const SUBSCRIPTIONS: Cases<Scene> = {
  'tells a filtered subscription how far the log was considered': async (scene) => {
    const before = await scene.store.head();
    const follower = scene.follow(scene.store, before, { streamPrefixes: [newStream('nothing')] });
    await follower.until(() => follower.caughtUp() > 0);
    const { position } = await scene.appended(
      newStream(),
      'no_stream',
      watermarks(...Array.from({ length: 100 }, (_, n) => n)),
    );
    const passed = await scene.appended(
      newStream(),
      'no_stream',
      watermarks(...Array.from({ length: 100 }, (_, n) => n)),
    );
    await follower.until(() => follower.positions.some((seen) => !isAfter(position, seen)));
    assertSame(follower.events, []);
    assert.ok(follower.positions.every((seen) => !isAfter(seen, passed.position)));
  },

  'resumes a subscription strictly after the given position': async (scene) => {
    const stream = newStream();
    const before = await scene.store.head();
    await scene.appended(stream, 'no_stream', watermarks(0, 1, 2, 3));
    const all = scene.follow(scene.store, before, { streamPrefixes: [stream] });
    await all.untilEvents(4);
    const rest = scene.follow(scene.store, all.events[1]!.position, { streamPrefixes: [stream] });
    await rest.untilEvents(2);
    await scene.appended(stream, 3, watermarks(4));
    await rest.untilEvents(3);
    assertSame(rest.events.map(blockNumberOf), ['2', '3', '4']);
  },

  'delivers in batches of at most 500, one at a time, and says when it has caught up': async (scene) => {
    const before = await scene.store.head();
    const stream = newStream();
    await scene.appended(stream, 'no_stream', watermarks(...Array.from({ length: 1_200 }, (_, index) => index)));
    let handling = 0;
    const follower = scene.follow(scene.store, before, scene.among(stream), async () => {
      handling += 1;
      assertSame(handling, 1);
      await new Promise((resolve) => void setImmediate(resolve));
      handling -= 1;
    });
    await follower.untilEvents(1_200);
    await follower.until(() => follower.caughtUp() > 0);
    assert.ok(Math.max(...follower.batches) <= 500);
    const numbers = Array.from({ length: 1_200 }, (_, index) => String(index));
    assertSame(follower.events.map(blockNumberOf), numbers);
  },

  'holds events back while a handler is slow, and loses none': async (scene) => {
    const before = await scene.store.head();
    const prefix = newStream('slow');
    const write = async (): Promise<Position> => {
      let last = before;
      for (let round = 0; round < 12; round += 1) {
        const many = watermarks(...Array.from({ length: 500 }, (_, index) => index));
        last = (await scene.appended(`${prefix}-${round}`, 'no_stream', many)).position;
      }
      return last;
    };
    const written = write();
    const follower = scene.follow(scene.store, before, scene.among(prefix), async () => void (await written));
    const last = await written;
    await follower.untilEvents(6_000);
    assertSame(follower.events.at(-1)?.position, last);
    assertSame(follower.drops, []);
  },

  'delivers again what a handler failed on': async (scene) => {
    const before = await scene.store.head();
    let failures = 0;
    const stream = newStream();
    const follower = scene.follow(scene.store, before, scene.among(stream), async () => {
      failures += 1;
      if (failures < 3) throw new Error('the database of the projection is away');
    });
    await scene.appended(stream, 'no_stream', watermarks(7));
    await follower.untilEvents(1);
    assertSame(follower.events.map(blockNumberOf), ['7']);
    assertSame(follower.drops, Array(2).fill('the database of the projection is away'));
  },

  'calls no handler after a stopped subscription has resolved': async (scene) => {
    const before = await scene.store.head();
    let finished = false;
    const prefix = newStream('stopped');
    const follower = scene.follow(scene.store, before, scene.among(prefix), async () => {
      await new Promise((resolve) => void setImmediate(resolve));
      finished = true;
    });
    await scene.appended(`${prefix}-1`, 'no_stream', watermarks(0));
    await follower.untilEvents(1);
    await follower.stop();
    assertSame(finished, true);
    await scene.appended(`${prefix}-2`, 'no_stream', watermarks(1));
    const witness = scene.follow(scene.store, before, scene.among(prefix));
    await witness.untilEvents(2);
    assertSame(follower.events.length, 1);
  },

  'misses nothing that is appended while it says that it has caught up': async (scene) => {
    const before = await scene.store.head();
    const stream = newStream();
    let appended = false;
    const seen = await new Promise<readonly Recorded[]>((resolve) => {
      const onCaughtUp = (): void => {
        if (!appended) void scene.store.append(stream, 'no_stream', watermarks(7));
        appended = true;
      };
      const onEvents = async (events: readonly Recorded[]): Promise<void> =>
        resolve(subscription.stop().then(() => events));
      const subscription = scene.store.subscribe(before, { onEvents, onCaughtUp }, scene.among(stream));
    });
    assertSame(seen.map(blockNumberOf), ['7']);
  },

  // A real server accepts it silently: the owner of a checkpoint looks for its event.
  'refuses for good, by both positions, to go on from beyond the head, and skips nothing': needing(
    ['DENSE'],
    async (scene) => {
      for (const filter of [undefined, { streamPrefixes: ['watcher'] }, { typePrefixes: ['Watcher'] }]) {
        const head = await scene.store.head();
        const position = { commit: head.commit + 2n, prepare: head.prepare + 2n };
        const follower = scene.follow(scene.store, position, filter);
        await follower.until(() => follower.failures.length > 0);
        assertSame(follower.failures, [{ name: 'beyond_head', position, head }]);
        const stream = newStream();
        await scene.appended(stream, 'no_stream', watermarks(0, 1, 2, 3));
        const witness = scene.follow(scene.store, head, { streamPrefixes: [stream] });
        await witness.untilEvents(4);
        await follower.stop();
        assertSame([follower.events, follower.drops, follower.failures.length], [[], [], 1]);
      }
    },
  ),

  'can be stopped while it says that it has caught up': async (scene) => {
    const before = await scene.store.head();
    await new Promise<void>((resolve) => {
      const onCaughtUp = (): void => resolve(subscription.stop());
      const handlers = { onEvents: async () => undefined, onCaughtUp };
      const subscription = scene.store.subscribe(before, handlers, scene.among(newStream()));
    });
  },
};
