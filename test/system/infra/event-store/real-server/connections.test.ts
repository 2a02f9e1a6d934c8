import { setTimeout as pause } from 'node:timers/promises';
import { Client, connectivityState, credentials } from '@grpc/grpc-js';
import { START } from '../../../../../aggregates/events';
import type { AppendResult, EventStore, Proposed } from '../../../../../commands/ports/event-store';
import { isEventStoreUnavailable } from '../../../../../infra/event-store/client/unavailable';
import { followStore } from '../../../../../packages/testing/src/contracts/event-store/follower';
import { collect, newStream } from '../../../../../packages/testing/src/contracts/event-store/scene';
import { blockNumberOf, watermarks } from '../../../../../packages/testing/src/contracts/event-store/watermarks';
import { elect, urlOf, useScriptedCluster } from '../../../../infra/event-store/scripted/cluster';
import { createScriptedLog } from '../../../../infra/event-store/scripted/log';
import type { ScriptedNode } from '../../../../infra/event-store/scripted/node';
import { ANSWERS } from '../../../../infra/event-store/scripted/script';

const cluster = useScriptedCluster();

jest.mock('node:timers/promises', () => {
  const actual = jest.requireActual<{ setTimeout: typeof pause }>('node:timers/promises');
  return { ...actual, setTimeout: jest.fn(actual.setTimeout) };
});

/** Each takes about its deadline. */
const CALLS_THAT_FAIL = 8;
const ABANDONED = 3;

const ALONE = { 'grpc.use_local_subchannel_pool': 1 };

/** Channels of grpc-js that lose their node: after its own back-off each is connected again. */
const abandonedAt = ({ address, port }: ScriptedNode) => {
  const clients = Array.from(
    { length: ABANDONED },
    () => new Client(`${address}:${port}`, credentials.createInsecure(), ALONE),
  );
  const isConnected = (client: Client): Promise<void> =>
    new Promise((resolve, reject) => {
      client.waitForReady(Infinity, (error) => (error === undefined ? resolve() : reject(error)));
    });
  const isLost = (client: Client): Promise<void> =>
    new Promise((resolve) => {
      client.getChannel().watchConnectivityState(connectivityState.READY, Infinity, () => resolve());
    });
  const close = (): void => {
    for (const client of clients) client.close();
  };
  return {
    connected: () => Promise.all(clients.map(isConnected)),
    lostAndConnected: () => Promise.all(clients.map((client) => isLost(client).then(() => isConnected(client)))),
    close,
  };
};

const untilAppended = async (store: EventStore, stream: string, events: readonly Proposed[]): Promise<AppendResult> => {
  const result = await store.append(stream, 'no_stream', events);
  return result.outcome === 'unknown' ? untilAppended(store, stream, events) : result;
};

/** Makes the server answer all along. */
const talkTo = (store: EventStore) => {
  let goesOn = true;
  const talk = async (): Promise<void> => {
    while (goesOn) await store.head().catch(() => undefined);
  };
  const talked = talk();
  return {
    end: () => {
      goesOn = false;
      return talked;
    },
  };
};

const sum = (nodes: readonly ScriptedNode[]): number => nodes.reduce((all, node) => all + node.connections(), 0);

describe('uses one connection after an outage, and each append exists once', () => {
  const survive = async (nodes: readonly ScriptedNode[], url: string): Promise<void> => {
    const store = cluster.connect(url, { deadlineMs: 1_000 });
    const follower = followStore(store, START);
    await untilAppended(store, newStream(), watermarks(0));
    await follower.untilEvents(1);
    const abandoned = abandonedAt(nodes[0]!);
    await abandoned.connected();
    const comeBack = abandoned.lostAndConnected();
    await Promise.all(nodes.map((node) => node.shutDown()));
    const away: unknown[] = [];
    const appended = Array.from({ length: 5 }, () => untilAppended(store, newStream(), watermarks(1)));
    while (away.length < CALLS_THAT_FAIL) {
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
    await comeBack;
    expect(sum(nodes)).toBe(1 + ABANDONED);
    abandoned.close();
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

  test('with three, found by a query', async () => {
    const log = createScriptedLog();
    const nodes = [await cluster.node(log), await cluster.node(log), await cluster.node(log)];
    elect(nodes[0]!, nodes);
    await survive(nodes, urlOf(nodes));
  });
});

test('fails calls during an outage as unavailable, for any error of the client', async () => {
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

test('replaces a client with back-off, however many calls report it', async () => {
  const node = await cluster.node();
  node.script.instead = () => ANSWERS.notLeader(node);
  const store = cluster.connect(node);
  const errors: unknown[] = [];
  // Such a read is not repeated by the adapter, so the next one comes at once.
  const read = (): Promise<unknown> => collect(store.readAll(START)).catch((error: unknown) => errors.push(error));
  const waits = jest.mocked(pause).mockClear().mock.calls;
  while (waits.length < 4) await Promise.all([read(), read()]);
  expect(errors.every(isEventStoreUnavailable)).toBe(true);
  expect(waits.slice(0, 4).map(([waitMs]) => waitMs)).toEqual([25, 50, 100, 200]);
  expect(node.accepted()).toBeLessThanOrEqual(1 + waits.length);
});

test('settles an append by the answer to its first try when the repetition was lost', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 90_000 });
  await store.head();
  const talk = talkTo(store);
  let release = (): void => undefined;
  node.script.hold = new Promise((resolve) => {
    release = resolve;
  });
  const slow = store.append(newStream(), 'no_stream', watermarks(5));
  const appends = (): number => node.asked.filter(({ method }) => method === 'BatchAppend').length;
  await node.until(() => appends() >= 2);
  release();
  expect(await slow).toMatchObject({ outcome: 'appended', revision: 0 });
  await talk.end();
  // The repetition alone would have waited for its own deadline, and a third one would have asked.
  expect(appends()).toBe(2);
});

test('closes a connection that is silent for 2 s, and its calls use another', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 30_000 });
  const follower = followStore(store, START);
  await follower.until(() => follower.caughtUp() > 0);
  node.script.instead = () => (node.accepted() > 1 ? undefined : 'silence');
  expect(await store.append(newStream(), 'no_stream', watermarks(3))).toMatchObject({ outcome: 'appended' });
  await follower.untilEvents(1);
  expect(follower.events.map(blockNumberOf)).toEqual(['3']);
  await node.until(() => node.connections() === 1);
  expect(node.accepted()).toBe(2);
  await follower.stop();
});
