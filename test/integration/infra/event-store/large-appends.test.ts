import { refusal, STATUS } from '../../../../packages/event-store/server/grpc/refusal';
import { newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import { watermark, watermarks } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { useScriptedCluster } from '../../../infra/event-store/scripted/cluster';

const cluster = useScriptedCluster();
/** As EventStoreDB 23.10.6 ends the call of all appends on a message of 16 MiB. */
const exhausted = () => refusal(STATUS.RESOURCE_EXHAUSTED, 'Received message exceeds the maximum configured size.');

test('an append of 16 MiB is refused before it is sent, and ends no append of others', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node);
  node.script.instead = ({ method }) => (method === 'BatchAppend' ? exhausted() : undefined);
  const append = store.append('user-u1', 'no_stream', [watermark('9'.repeat(16 * 1_048_576))]);
  await expect(append).rejects.toThrow(/^The append to user-u1 has 1677\d{4} bytes; the maximum is 1048576/);
  expect(node.asked.filter(({ method }) => method === 'BatchAppend')).toEqual([]);
});

test('an append is unknown at its deadline when another one ended its call, and works afterwards', async () => {
  const node = await cluster.node();
  const store = cluster.connect(node, { deadlineMs: 500 });
  const stream = newStream();
  const events = watermarks(1);
  node.script.instead = ({ method }) => (method === 'BatchAppend' ? exhausted() : undefined);
  const cause = expect.stringContaining('maximum configured size');
  expect(await store.append(stream, 'no_stream', events)).toEqual({ outcome: 'unknown', cause });
  node.script.instead = () => undefined;
  expect(await store.append(stream, 'no_stream', events)).toMatchObject({ outcome: 'appended', revision: 0 });
});
