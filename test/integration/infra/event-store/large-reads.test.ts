import { START } from '../../../../aggregates/events';
import { isStreamFault } from '../../../../aggregates/stream-fault';
import type { SubscriptionFailure } from '../../../../commands/ports/event-store';
import { isEventStoreUnavailable } from '../../../../infra/event-store/client/unavailable';
import { newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import { metadata, watermarks } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { problemOf } from '../../../../src/http/problems';
import { useScriptedCluster } from '../../../infra/event-store/scripted/cluster';

const cluster = useScriptedCluster();
/** The client takes 17 MiB. */
const LARGE = JSON.stringify({ padding: 'x'.repeat(18 * 1_048_576) });
const SAYS = 'Received message larger than max';

const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('it was read'),
    (error: unknown) => error as Error,
  );

const withLarge = async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 30_000 });
  const stream = newStream();
  await store.append(stream, 'no_stream', watermarks(1));
  node.log.write(stream, { type: 'WatermarkReached', data: LARGE, metadata: JSON.stringify(metadata) });
  const reads = (): number => node.asked.filter(({ method }) => method === 'Read').length;
  return { store, stream, reads };
};

test('a read of a stream fails at once as a stream fault when an event exceeds a message', async () => {
  const { store, stream, reads } = await withLarge();
  const error = await errorOf(store.readStream(stream));
  expect(error.message).toContain(`Stream ${stream} is damaged: A message of the event store is too large to read`);
  expect(error.message).toContain(SAYS);
  expect([isStreamFault(error) && error.fault, reads()]).toEqual(['UNREADABLE', 1]);
  const { status, headers } = problemOf(error, 'r1', isEventStoreUnavailable);
  expect([status, headers['Retry-After']]).toEqual([503, '2']);
});

test('a read of the log fails at once when an event exceeds a message, and callers get 503', async () => {
  const { store, reads } = await withLarge();
  const readAll = async (): Promise<void> => {
    const read: string[] = [];
    for await (const { id } of store.readAll(START)) read.push(id);
  };
  for (const read of [readAll, store.head]) {
    const before = reads();
    const error = await errorOf(read());
    expect(error.message).toContain(SAYS);
    expect([reads() - before, problemOf(error, 'r1', isEventStoreUnavailable).status]).toEqual([1, 503]);
  }
});

test('a subscription ends with the refusal when an event exceeds a message', async () => {
  const { store, reads } = await withLarge();
  const drops: string[] = [];
  const failure = await new Promise<SubscriptionFailure>((onFailed) => {
    store.subscribe(START, { onEvents: async () => undefined, onDropped: (cause) => void drops.push(cause), onFailed });
  });
  expect(failure).toEqual({ name: 'refused', cause: expect.stringContaining(SAYS) });
  expect([drops, reads()]).toEqual([[], 1]);
});
