import { START } from '../../../../../aggregates/events';
import type { EventFilter } from '../../../../../commands/ports/event-store';
import { followStore } from '../../../../../packages/testing/src/contracts/event-store/follower';
import { collect, newStream } from '../../../../../packages/testing/src/contracts/event-store/scene';
import {
  blockNumberOf,
  watermark,
  watermarks,
} from '../../../../../packages/testing/src/contracts/event-store/watermarks';
import { useScriptedCluster } from '../../../../infra/event-store/scripted/cluster';
import { createScriptedLog } from '../../../../infra/event-store/scripted/log';

const cluster = useScriptedCluster();

const EVENTS = 600;

describe('a live subscriber that is dropped as too slow', () => {
  const follow = async (stream: string, busy: boolean, filter?: EventFilter): Promise<void> => {
    const node = await cluster.node(createScriptedLog({ busy }));
    node.script.liveLimit = 25;
    const store = cluster.connect(node, { deadlineMs: 30_000 });
    const follower = followStore(store, START, filter);
    await follower.until(() => follower.caughtUp() > 0);
    for (let revision = -1; revision < EVENTS - 1; revision += 1) {
      await store.append(stream, revision === -1 ? 'no_stream' : revision, [watermark(revision + 1)]);
    }
    await follower.untilEvents(EVENTS);
    expect(follower.events.map(blockNumberOf)).toEqual(Array.from({ length: EVENTS }, (_, index) => String(index)));
    expect(follower.drops).toEqual([]);
    // Each new subscription catches up once: proof of the drop.
    expect(follower.caughtUp()).toBeGreaterThan(3);
    await follower.stop();
  };

  test('receives every event once, in order, without a warning', () => follow(newStream(), false));

  test('receives every event once with a filter among foreign events', () => {
    const stream = newStream();
    return follow(stream, true, { streamPrefixes: [stream] });
  });
});

test('skips system events in reads and subscriptions', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node);
  const follower = followStore(store, START);
  const streams = [newStream(), newStream(), newStream()];
  for (const [index, stream] of streams.entries()) {
    await store.append(stream, 'no_stream', watermarks(index));
    node.log.write('$stats-0.0.0.0:2113', '$statsCollected', '$statsCollected');
  }
  await follower.untilEvents(3);
  expect(follower.events.map(blockNumberOf)).toEqual(['0', '1', '2']);
  const read = await collect(store.readAll(START));
  expect(read.map(blockNumberOf)).toEqual(['0', '1', '2']);
  expect(await collect(store.readAll(read[1]!.position))).toHaveLength(1);
  expect(follower.events.map(({ position }) => position)).toEqual(read.map(({ position }) => position));
  expect((await store.head()).commit > read[2]!.position.commit).toBe(true);
  await follower.stop();
});

test('reports the same position inside a record each time, and skips no event', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 300 });
  const { position } = (await store.append(newStream(), 'no_stream', watermarks(1))) as { position: typeof START };
  await store.append(newStream(), 'no_stream', watermarks(2));
  const inside = { commit: position.commit + 1n, prepare: position.prepare + 1n };
  await expect(collect(store.readAll(inside))).rejects.toThrow('Unexpected ReadAllResult: Error');
  const follower = followStore(store, inside);
  await follower.until(() => follower.drops.length >= 3);
  expect(new Set(follower.drops)).toEqual(new Set(['2 UNKNOWN: Exception was thrown by handler.']));
  expect([follower.events, follower.positions, follower.caughtUp()]).toEqual([[], [], 0]);
  await follower.stop();
});
