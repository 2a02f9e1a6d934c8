import { START } from '../../../../../aggregates/events';
import type { ConnectedEventStore } from '../../../../../infra/event-store/client/client';
import { isEventStoreUnavailable } from '../../../../../infra/event-store/client/unavailable';
import { followStore } from '../../../../../packages/testing/src/contracts/event-store/follower';
import { collect, newStream } from '../../../../../packages/testing/src/contracts/event-store/scene';
import { blockNumberOf, watermarks } from '../../../../../packages/testing/src/contracts/event-store/watermarks';
import { elect, type ScriptedCluster, urlOf, useScriptedCluster } from '../../../../infra/event-store/scripted/cluster';
import { createScriptedLog } from '../../../../infra/event-store/scripted/log';
import type { ScriptedNode } from '../../../../infra/event-store/scripted/node';
import { ANSWERS, STATE } from '../../../../infra/event-store/scripted/script';

const cluster = useScriptedCluster();

const startNodes = async ({ node }: ScriptedCluster): Promise<[ScriptedNode, ScriptedNode, ScriptedNode]> => {
  const log = createScriptedLog();
  const nodes: [ScriptedNode, ScriptedNode, ScriptedNode] = [await node(log), await node(log), await node(log)];
  elect(nodes[0], nodes);
  return nodes;
};

const STREAM_CALLS = ['Read', 'BatchAppend'];

/** Every kind of call that the port has. */
const callEverything = async (store: ConnectedEventStore): Promise<void> => {
  const stream = newStream();
  expect(await store.append(stream, 'no_stream', watermarks(1))).toMatchObject({ outcome: 'appended' });
  expect(await store.append(stream, 0, watermarks(2))).toMatchObject({ outcome: 'appended' });
  expect(await store.readStream(stream)).toHaveLength(2);
  expect((await collect(store.readAll(START))).slice(-2).map(({ stream: name }) => name)).toEqual([stream, stream]);
  expect(await collect(store.readAll(START, { streamPrefixes: [stream] }))).toHaveLength(2);
  await store.head();
  for (const filter of [undefined, { streamPrefixes: [stream] }, { typePrefixes: ['Watermark'] }]) {
    const follower = followStore(store, START, filter);
    await follower.untilEvents(2);
    await follower.stop();
  }
};

test('every read, append and subscription requires the leader', async () => {
  const node = await cluster.node();
  await callEverything(cluster.connect(node));
  const calls = node.asked.filter(({ method }) => STREAM_CALLS.includes(method));
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(STREAM_CALLS));
  expect(calls.length).toBeGreaterThanOrEqual(10);
  expect(calls.filter(({ requiresLeader }) => !requiresLeader)).toEqual([]);
});

test('a lagging follower names the leader, and each read shows all appended events', async () => {
  const [leader, follower, other] = await startNodes(cluster);
  for (const { script } of [follower, other]) script.lag = 3;
  const store = cluster.connect(follower);
  const stream = newStream();
  for (let revision = -1; revision < 20; revision += 1) {
    const result = await store.append(stream, revision === -1 ? 'no_stream' : revision, watermarks(revision));
    expect(result).toMatchObject({ outcome: 'appended', revision: revision + 1 });
    expect(await store.readStream(stream)).toHaveLength(revision + 2);
  }
  await leader.until(() => leader.connections() === 1 && follower.connections() === 0);
});

test('a client with the addresses of all nodes goes to the leader from any first node', async () => {
  const nodes = await startNodes(cluster);
  for (let round = 0; round < 6; round += 1) {
    const store = cluster.connect(urlOf(nodes));
    await callEverything(store);
    await store.close();
  }
  const atFollowers = nodes.slice(1).flatMap(({ asked }) => asked.filter(({ method }) => method !== 'Gossip'));
  expect(atFollowers).toEqual([]);
});

describe('after an election', () => {
  const elected = async (url: (nodes: readonly ScriptedNode[]) => string): Promise<void> => {
    const nodes = await startNodes(cluster);
    const [old, next] = nodes;
    const store = cluster.connect(url(nodes), { deadlineMs: 20_000 });
    const stream = newStream();
    const follower = followStore(store, START);
    await store.append(stream, 'no_stream', watermarks(0));
    await follower.untilEvents(1);
    elect(next, nodes);
    for (const { script } of nodes) script.lag = 1;
    expect(await store.append(stream, 0, watermarks(1))).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await store.readStream(stream)).toHaveLength(2);
    await store.head();
    await follower.untilEvents(2);
    expect(follower.events.map(blockNumberOf)).toEqual(['0', '1']);
    // The subscription at the former leader was cut, and nothing stays there.
    await old.until(() => old.connections() === 0);
    expect(next.connections()).toBe(1);
    await follower.stop();
  };

  test('a client that knows one node follows the address in its answer', () =>
    elected(([first]) => first?.connectionString ?? ''));

  test('a client that knows all nodes finds the new leader', () => elected(urlOf));
});

const EVERYWHERE = [
  ['a node that is not ready', ANSWERS.notReady],
  ['a node that knows no leader', ANSWERS.noLeader],
  ['a follower that does not know its address', ANSWERS.notLeaderWithoutAddress],
  ['a follower that names itself', null],
] as const;

describe.each(EVERYWHERE)('%s', (_, answer) => {
  test.each(['one', 'several'] as const)('is unreachable but not faulty among %s', async (count) => {
    const node = await cluster.node();
    const other = await cluster.node(node.log);
    const url = count === 'one' ? node.connectionString : urlOf([node, other]);
    const store = cluster.connect(url, { deadlineMs: 1_000 });
    const stream = newStream();
    const proposed = watermarks(7);
    const refused = answer ?? (() => ANSWERS.notLeader(node));
    node.script.instead = ({ method }) => (method === 'Gossip' ? undefined : refused());
    for (const { script } of [node, other]) script.members = [{ ...node, state: STATE.leader }];
    const appended = store.append(stream, 'no_stream', proposed);
    const reads = [store.readStream(stream), store.head(), collect(store.readAll(START))];
    for (const ending of await Promise.allSettled<unknown>(reads)) {
      const reason: unknown = ending.status === 'rejected' ? ending.reason : 'an answer';
      expect([reason, isEventStoreUnavailable(reason)]).toEqual([reason, true]);
    }
    expect(await appended).toMatchObject({ outcome: 'unknown' });
    node.script.instead = () => undefined;
    const follower = followStore(store, START);
    await follower.until(() => follower.caughtUp() > 0);
    expect(await store.append(stream, 'no_stream', proposed)).toMatchObject({ outcome: 'appended', revision: 0 });
    await follower.untilEvents(1);
    await follower.stop();
  });
});

test('a leader that is gone but still named is an outage until another is elected', async () => {
  const nodes = await startNodes(cluster);
  const [old, other, last] = nodes;
  const store = cluster.connect(urlOf(nodes), { deadlineMs: 1_000 });
  const stream = newStream();
  const follower = followStore(store, START);
  await store.append(stream, 'no_stream', watermarks(0));
  await follower.untilEvents(1);
  await Promise.all([old.shutDown(), other.shutDown()]);
  const proposed = watermarks(1);
  expect(await store.append(stream, 0, proposed)).toMatchObject({ outcome: 'unknown' });
  expect(last.asked.length).toBeGreaterThan(0);
  elect(last, nodes);
  let result = await store.append(stream, 0, proposed);
  for (let tries = 0; result.outcome === 'unknown' && tries < 10; tries += 1) {
    result = await store.append(stream, 0, proposed);
  }
  expect(result).toMatchObject({ outcome: 'appended', revision: 1 });
  await follower.untilEvents(2);
  expect(follower.events.map(blockNumberOf)).toEqual(['0', '1']);
  await last.until(() => last.connections() === 1);
  await follower.stop();
});

test.each([
  ['not ready', ANSWERS.notReady],
  ['without a leader', ANSWERS.noLeader],
])('only appends leave a node that is %s and still answers', async (_, answer) => {
  const nodes = await startNodes(cluster);
  const [old, next] = nodes;
  const store = cluster.connect(urlOf(nodes), { deadlineMs: 20_000 });
  const stream = newStream();
  await store.append(stream, 'no_stream', watermarks(0));
  elect(next, nodes);
  old.script.instead = ({ method }) => (method === 'Gossip' ? undefined : answer());
  expect(await store.append(stream, 0, watermarks(1))).toMatchObject({ outcome: 'appended', revision: 1 });
  expect(next.asked.filter(({ method }) => method === 'BatchAppend').length).toBeGreaterThan(0);
});
