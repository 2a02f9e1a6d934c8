import { setTimeout as pause } from 'node:timers/promises';
import { START } from '../../../../aggregates/events';
import type { AppendResult, EventStore, Proposed } from '../../../../commands/ports/event-store';
import { isEventStoreUnavailable } from '../../../../infra/event-store/client/unavailable';
import { followStore } from '../contract/follower';
import { collect, newStream } from '../contract/scene';
import { blockNumberOf, watermarks } from '../contract/watermarks';
import { elect, urlOf, useScriptedCluster } from '../scripted/cluster';
import { createScriptedLog } from '../scripted/log';
import type { ScriptedNode } from '../scripted/node';
import { ANSWERS } from '../scripted/script';

const cluster = useScriptedCluster();

const OUTAGE_MS = 3_500;
/** What grpc-js abandons comes back by its own back-off, of 1 to 2 s at first. */
const COMES_BACK_WITHIN_MS = 4_000;

const untilAppended = async (store: EventStore, stream: string, events: readonly Proposed[]): Promise<AppendResult> => {
  const result = await store.append(stream, 'no_stream', events);
  return result.outcome === 'unknown' ? untilAppended(store, stream, events) : result;
};

const sum = (nodes: readonly ScriptedNode[]): number => nodes.reduce((all, node) => all + node.connections(), 0);

describe('E12: after an outage there is one connection, and every append is there once', () => {
  const survive = async (nodes: readonly ScriptedNode[], url: string): Promise<void> => {
    const store = cluster.connect(url, { deadlineMs: 1_000 });
    const follower = followStore(store, START);
    await untilAppended(store, newStream(), watermarks(0));
    await follower.untilEvents(1);
    await Promise.all(nodes.map((node) => node.shutDown()));
    const away: unknown[] = [];
    const appended = Array.from({ length: 5 }, () => untilAppended(store, newStream(), watermarks(1)));
    const backAtMs = performance.now() + OUTAGE_MS;
    while (performance.now() < backAtMs) {
      const failed = (error: unknown): void => void away.push(error);
      await Promise.all([
        store.head().then(() => fail('the store is away'), failed),
        store.readStream('w').catch(failed),
      ]);
    }
    await Promise.all(nodes.map((node) => node.listen()));
    expect((await Promise.all(appended)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('appended'));
    await follower.untilEvents(6);
    expect(away.filter((error) => !isEventStoreUnavailable(error))).toEqual([]);
    expect(away.length).toBeGreaterThan(2);
    await pause(COMES_BACK_WITHIN_MS);
    expect(sum(nodes)).toBe(1);
    expect(follower.events).toHaveLength(6);
    await follower.stop();
  };

  const fail = (message: string): void => {
    throw new Error(message);
  };

  test('with one node', async () => {
    const node = await cluster.node();
    await survive([node], node.connectionString);
  });

  test('with three, found by asking', async () => {
    const log = createScriptedLog();
    const nodes = [await cluster.node(log), await cluster.node(log), await cluster.node(log)];
    elect(nodes[0]!, nodes);
    await survive(nodes, urlOf(nodes));
  });
});

test('E12: calls that fall into an outage fail as away, whatever the client makes of it', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 500 });
  await store.head();
  await node.shutDown();
  const calls = Array.from({ length: 200 }, () => store.readStream(newStream()).catch((error: unknown) => error));
  const errors = await Promise.all(calls);
  expect(errors.every(isEventStoreUnavailable)).toBe(true);
  await node.listen();
  await untilAppended(store, newStream(), watermarks(1));
  expect(node.connections()).toBe(1);
});

test('E12: a client is replaced with back-off, however many calls find it wrong', async () => {
  const node = await cluster.node();
  node.script.instead = () => ANSWERS.notLeader(node);
  const store = cluster.connect(node);
  const errors: unknown[] = [];
  // Such a read is not repeated by the adapter, so the next one comes at once.
  const read = (): Promise<unknown> => collect(store.readAll(START)).catch((error: unknown) => errors.push(error));
  for (const endsAtMs = performance.now() + 1_000; performance.now() < endsAtMs; ) await Promise.all([read(), read()]);
  expect(errors.every(isEventStoreUnavailable)).toBe(true);
  expect(node.accepted()).toBeGreaterThan(1);
  expect(node.accepted()).toBeLessThan(10);
});

test('E12: a slow append is repeated on its connection, and the subscription is not cut', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 30_000 });
  const follower = followStore(store, START);
  await follower.until(() => follower.caughtUp() > 0);
  // Words from the server all along: only the append is slow.
  const talk = setInterval(() => void store.head().catch(() => undefined), 200);
  let release = (): void => undefined;
  node.script.hold = new Promise((resolve) => {
    release = resolve;
  });
  const stream = newStream();
  const slow = store.append(stream, 'no_stream', watermarks(5));
  const appends = (): number => node.asked.filter(({ method }) => method === 'BatchAppend').length;
  await node.until(() => appends() >= 2);
  release();
  expect(await slow).toMatchObject({ outcome: 'appended', revision: 0 });
  clearInterval(talk);
  await follower.untilEvents(1);
  expect(await store.readStream(stream)).toHaveLength(1);
  expect([node.accepted(), follower.drops, follower.caughtUp()]).toEqual([1, [], 1]);
  await follower.stop();
});

test('E12: an answer to the first try settles an append whose repetition was dropped', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 90_000 });
  await store.head();
  const talk = setInterval(() => void store.head().catch(() => undefined), 200);
  let release = (): void => undefined;
  node.script.hold = new Promise((resolve) => {
    release = resolve;
  });
  const slow = store.append(newStream(), 'no_stream', watermarks(5));
  const appends = (): number => node.asked.filter(({ method }) => method === 'BatchAppend').length;
  await node.until(() => appends() >= 2);
  release();
  expect(await slow).toMatchObject({ outcome: 'appended', revision: 0 });
  clearInterval(talk);
  // The repetition alone would have waited for its own deadline, and a third one would have asked.
  expect(appends()).toBe(2);
});

test('E12: a connection without any word for 2 s is given up, and its calls go on over another', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 30_000 });
  const follower = followStore(store, START);
  await follower.until(() => follower.caughtUp() > 0);
  node.script.instead = () => (node.accepted() > 1 ? undefined : 'silence');
  const beganAtMs = performance.now();
  expect(await store.append(newStream(), 'no_stream', watermarks(3))).toMatchObject({ outcome: 'appended' });
  expect(performance.now() - beganAtMs).toBeGreaterThan(1_900);
  await follower.untilEvents(1);
  expect(follower.events.map(blockNumberOf)).toEqual(['3']);
  await node.until(() => node.connections() === 1);
  expect(node.accepted()).toBe(2);
  await follower.stop();
});
