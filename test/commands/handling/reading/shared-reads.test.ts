import { createSharedReads } from '../../../../commands/handling/reading/shared-reads';

/** Reads that end on command; each answers its own number. */
const heldReads = () => {
  const ends: (() => void)[] = [];
  const read = async (): Promise<number> => {
    const number = ends.length;
    await new Promise<void>((resolve) => ends.push(resolve));
    return number;
  };
  return { read, ends };
};

test('serves all questions during a read by one later read', async () => {
  const shared = createSharedReads();
  const { read, ends } = heldReads();
  const first = shared('watcher', read);
  const others = [shared('watcher', read), shared('watcher', read), shared('watcher', read)];
  expect(ends).toHaveLength(1);
  ends[0]!();
  expect(await first).toBe(0);
  await Promise.resolve();
  ends[1]!();
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
  expect(ends).toHaveLength(2);
});

test('reads anew after the last read has ended, and blocks no other key', async () => {
  const shared = createSharedReads();
  let reads = 0;
  const read = async (): Promise<number> => {
    reads += 1;
    return reads;
  };
  const { read: never } = heldReads();
  void shared('stuck', never);
  expect(await shared('watcher', read)).toBe(1);
  expect(await shared('watcher', read)).toBe(2);
});

test('fails only the callers that share a failed read', async () => {
  const shared = createSharedReads();
  const answers = [Promise.reject(new Error('away')), Promise.resolve('here')];
  const read = async (): Promise<string> => (await answers.shift()) ?? 'nothing';
  const first = shared('watcher', read);
  const second = shared('watcher', read);
  await expect(first).rejects.toThrow('away');
  expect(await second).toBe('here');
  expect(await shared('watcher', read)).toBe('nothing');
});
