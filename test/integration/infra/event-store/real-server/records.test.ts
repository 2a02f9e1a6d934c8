import type { Position } from '../../../../../aggregates/events';
import { refusal } from '../../../../../packages/event-store/server/grpc/refusal';
import { newStream } from '../../../../../packages/testing/src/contracts/event-store/scene';
import { watermarks } from '../../../../../packages/testing/src/contracts/event-store/watermarks';
import { useScriptedCluster } from '../../../../infra/event-store/scripted/cluster';

const cluster = useScriptedCluster();

const FAILED_PRECONDITION = 9;

test('a read from a position inside a record is answered at once', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 30_000 });
  const { position } = (await store.append(newStream(), 'no_stream', watermarks(1))) as { position: Position };
  await store.append(newStream(), 'no_stream', watermarks(2));
  expect(await store.recordAt({ commit: position.commit + 1n, prepare: position.prepare + 1n })).toBeNull();
});

test('a record of any kind is read unchanged, with or without a type of ours', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node);
  node.log.write('othershop-1', 'OrderPlaced');
  node.log.write('$$cashout-1', '$metadata');
  const stored = node.log.events.map(({ stream, type, position }) => `${position} ${stream} ${type}`);
  const found = await Promise.all(
    node.log.events.map(({ position }) => store.recordAt({ commit: BigInt(position), prepare: BigInt(position) })),
  );
  expect(found.map((record) => `${record?.position.commit} ${record?.stream} ${record?.type}`)).toEqual(stored);
  expect(await store.beginningOf('$$cashout-1')).toEqual({ is: 'FROM', revision: 0 });
});

test('a stream that was deleted for good is GONE', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node);
  node.script.instead = ({ method }) =>
    method === 'Read'
      ? refusal(FAILED_PRECONDITION, 'Event stream is deleted.', {
          exception: 'stream-deleted',
          'stream-name': 'cashout-1',
        })
      : undefined;
  expect(await store.beginningOf('cashout-1')).toEqual({ is: 'GONE' });
});
