import { createTogether } from '../../../infra/postgres/together';

/** Writes that end on command. */
const writing = () => {
  const written: (readonly string[])[] = [];
  const begun: ((end: (error?: Error) => void) => void)[] = [];
  const beginnings = Array.from(
    { length: 2 },
    () => new Promise<(error?: Error) => void>((resolve) => begun.push(resolve)),
  );
  const writeAll = (items: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      begun[written.length]?.((error) => (error === undefined ? resolve() : reject(error)));
      written.push(items);
    });
  /** Ends the first or the second statement, once it has begun. */
  const end = async (statement: number, error?: Error) => (await beginnings[statement])?.(error);
  return { written, end, write: createTogether(writeAll) };
};

const invalid = () => Object.assign(new Error('invalid input'), { code: '22P05' });

test('writes items that arrive during a statement together in the next one', async () => {
  const { written, end, write } = writing();
  const first = write('a');
  const others = [write('b'), write('c')];
  await end(0);
  await first;
  await end(1);
  await Promise.all(others);
  expect(written).toEqual([['a'], ['b', 'c']]);
});

test('reports a failed statement to each of its items, and runs the next one', async () => {
  const { end, write } = writing();
  const first = write('a');
  const other = write('b');
  await end(0, new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  await end(1);
  await other;
});

test('fails an item alone that the database cannot take', async () => {
  const written: (readonly string[])[] = [];
  const write = createTogether(async (items: readonly string[]) => {
    written.push(items);
    if (items.includes('bad')) throw invalid();
  });
  const settled = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(write));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
});

test('limits a statement to 256 items', async () => {
  const sizes: number[] = [];
  const write = createTogether(async (items: readonly number[]) => void sizes.push(items.length));
  await Promise.all(Array.from({ length: 600 }, (_, item) => write(item)));
  expect(sizes).toEqual([1, 256, 256, 87]);
});
