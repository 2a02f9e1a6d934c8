import { gathered } from '../../src/reads/gathered';

interface Asked {
  readonly keys: readonly string[];
  readonly answer: (found: Readonly<Record<string, number>>) => void;
  readonly fail: (error: Error) => void;
}

/** Resolves after every promise that can go on. */
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

test('queries a single key at once, and answers null for an unknown key', async () => {
  const { find, asked } = byHand();
  const found = find('a');
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  asked[0]?.answer({});
  expect(await found).toBeNull();
});

test('shares the next query among keys that come during a query, each once', async () => {
  const { find, asked } = byHand();
  const first = find('a');
  const later = [find('c'), find('d'), find('c')];
  expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
  asked[0]?.answer({ a: 1 });
  expect(await first).toBe(1);
  await settled();
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['c', 'd']]);
  asked[1]?.answer({ c: 3, d: 4 });
  expect(await Promise.all(later)).toEqual([3, 4, 3]);
});

test('answers no later key by a query that has begun', async () => {
  const { find, asked } = byHand();
  const before = find('a');
  const after = find('a');
  asked[0]?.answer({ a: 1 });
  expect(await before).toBe(1);
  await settled();
  asked[1]?.answer({ a: 9 });
  expect(await after).toBe(9);
});

test('asks for at most 100 keys in a query', async () => {
  const { find, asked } = byHand();
  const all = ['x', ...Array.from({ length: 150 }, (_, index) => `k${index}`)].map((key) => find(key));
  for (const number of [0, 1]) {
    asked[number]?.answer({});
    await settled();
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 100, 50]);
  asked[2]?.answer({ k149: 7 });
  expect((await Promise.all(all)).at(-1)).toBe(7);
});

describe('a query that is not answered', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  test.each([
    ['before it is overdue', 0, 20],
    ['after that', 20, 0],
  ])('does not delay keys that come %s, which share another query', async (_when, beforeMs, afterMs) => {
    const { find, asked } = byHand();
    const dead = find('a');
    jest.advanceTimersByTime(beforeMs);
    const found = find('b');
    jest.advanceTimersByTime(afterMs);
    const later = [find('c'), find('d')];
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    asked[1]?.answer({ b: 2 });
    expect(await found).toBe(2);
    await settled();
    asked[2]?.answer({ c: 3, d: 4 });
    expect(await Promise.all(later)).toEqual([3, 4]);
    asked[0]?.answer({ a: 1 });
    expect(await dead).toBe(1);
  });

  test('delays keys when a second one is not answered either, with at most two open', async () => {
    const { find, asked } = byHand();
    const all = [find('a')];
    for (const key of ['b', 'c', 'd']) {
      jest.advanceTimersByTime(20);
      all.push(find(key));
    }
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']]);
    asked[1]?.answer({});
    await settled();
    asked[2]?.answer({});
    asked[0]?.answer({});
    expect(await Promise.all(all)).toEqual([null, null, null, null]);
  });

  test('fails alone when the second one works, which answers the waiting keys', async () => {
    const { find, asked } = byHand();
    const dead = find('a');
    const failure = expect(dead).rejects.toThrow('reset');
    jest.advanceTimersByTime(20);
    const [beside, waiting] = [find('b'), find('c')];
    asked[0]?.fail(new Error('reset'));
    await failure;
    asked[1]?.answer({ b: 2 });
    expect(await beside).toBe(2);
    await settled();
    asked[2]?.answer({ c: 3 });
    expect(await waiting).toBe(3);
  });
});
