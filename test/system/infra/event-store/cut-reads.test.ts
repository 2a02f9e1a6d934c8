import { connectEventStore } from '../../../../infra/event-store/client/client';
import { newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import { watermarks } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { openServedStore, type ServedStore } from '../../../integration/infra/event-store/served-store';

const READS = 200;

describe('a read whose connection is lost before its end', () => {
  let opened: ServedStore;
  beforeAll(async () => {
    opened = await openServedStore();
  });
  afterAll(() => opened.close());

  test('rejects, and never looks like a stream without events', async () => {
    const stream = newStream();
    await opened.store.append(stream, 'no_stream', watermarks(1, 2, 3));
    const reader = connectEventStore({ connectionString: opened.connectionString, deadlineMs: 500 });
    const reads = Array.from({ length: READS }, () => reader.readStream(stream));
    await new Promise((resolve) => setImmediate(resolve));
    await reader.close();
    const answers = await Promise.allSettled(reads);
    const lengths = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.length] : []));
    expect(lengths.filter((length) => length !== 3)).toEqual([]);
    expect(answers.some(({ status }) => status === 'rejected')).toBe(true);
  });
});
