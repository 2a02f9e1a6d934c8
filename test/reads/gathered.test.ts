import { gathered } from '../../src/reads/gathered';

interface Asked {
  readonly keys: readonly string[];
  readonly answer: (found: Readonly<Record<string, number>>) => void;
  readonly fail: (error: Error) => void;
}

/** Every promise that can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A look-up whose queries are answered by hand. */
const byHand = () => {
  const asked: Asked[] = [];
  const find = gathered(
    (keys: readonly string[]) =>
      new Promise<ReadonlyMap<string, number>>((resolve, reject) => {
        asked.push({ keys, answer: (found) => resolve(new Map(Object.entries(found))), fail: reject });
      }),
  );
  return { find, asked };
};

test('one alone is asked at once; what does not exist is null', async () => {
  const { find, asked } = byHand();
  const found = find('a');
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  asked[0]?.answer({});
  expect(await found).toBeNull();
});

test('those that come while two queries are under way go together with the next, each key once', async () => {
  const { find, asked } = byHand();
  const first = [find('a'), find('b')];
  const later = [find('c'), find('d'), find('c')];
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
  asked[0]?.answer({ a: 1 });
  expect(await first[0]).toBe(1);
  await settled();
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd']]);
  asked[2]?.answer({ c: 3, d: 4 });
  expect(await Promise.all(later)).toEqual([3, 4, 3]);
});

test('what was under way when a key was asked for does not answer it', async () => {
  const { find, asked } = byHand();
  const before = find('a');
  const other = find('b');
  const after = find('a');
  asked[0]?.answer({ a: 1 });
  asked[1]?.answer({ b: 2 });
  expect(await Promise.all([before, other])).toEqual([1, 2]);
  await settled();
  asked[2]?.answer({ a: 9 });
  expect(await after).toBe(9);
});

test('a query has at most 100 keys', async () => {
  const { find, asked } = byHand();
  const all = ['x', 'y', ...Array.from({ length: 150 }, (_, index) => `k${index}`)].map((key) => find(key));
  asked[0]?.answer({});
  asked[1]?.answer({});
  await settled();
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 1, 100, 50]);
  asked[2]?.answer({});
  asked[3]?.answer({ k149: 7 });
  expect((await Promise.all(all)).at(-1)).toBe(7);
});

test('those that wait behind a query that fails fail with it, and the next are asked again', async () => {
  const { find, asked } = byHand();
  const ended = Promise.allSettled([find('a'), find('b'), find('c')]);
  asked[0]?.fail(new Error('away'));
  asked[1]?.answer({ b: 2 });
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  await settled();
  const again = find('a');
  asked[2]?.answer({ a: 1 });
  expect(await again).toBe(1);
});
