import { type Gathering, gathering, type Waiting } from '../../../commands/timing/gathering';

/** Batches that end on command; each answers an item with the batch's number. */
const heldBatches = (bounds: Pick<Gathering<string, number>, 'batchesAtOnce' | 'itemsPerBatch' | 'joinsFirst'>) => {
  const batches: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const answerAll = async (batch: readonly Waiting<string, number>[]): Promise<void> => {
    const number = batches.push(batch.map(({ item }) => item));
    await new Promise<void>((resolve) => ends.push(resolve));
    for (const { resolve } of batch) resolve(number);
  };
  return { ask: gathering<string, number>({ ...bounds, answerAll }), batches, end: (index: number) => ends[index]!() };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('calls that are gathered into batches', () => {
  test('start the first item at once, and gather later ones in the next batch', async () => {
    const { ask, batches, end } = heldBatches({ batchesAtOnce: 1, itemsPerBatch: 10 });
    const answers = [ask('a'), ask('b'), ask('c')];
    expect(batches).toEqual([['a']]);
    end(0);
    await settled();
    expect(batches).toEqual([['a'], ['b', 'c']]);
    end(1);
    expect(await Promise.all(answers)).toEqual([1, 2, 2]);
  });

  test('form the first batch when they arrive at the same time', async () => {
    const { ask, batches } = heldBatches({ batchesAtOnce: 1, itemsPerBatch: 10, joinsFirst: true });
    void ask('a');
    void ask('b');
    await settled();
    expect(batches).toEqual([['a', 'b']]);
  });

  test('run in no more and no larger batches than configured', async () => {
    const { ask, batches, end } = heldBatches({ batchesAtOnce: 2, itemsPerBatch: 2 });
    for (const item of ['a', 'b', 'c', 'd', 'e']) void ask(item);
    expect(batches).toEqual([['a'], ['b']]);
    end(1);
    await settled();
    expect(batches).toEqual([['a'], ['b'], ['c', 'd']]);
    end(0);
    await settled();
    expect(batches).toEqual([['a'], ['b'], ['c', 'd'], ['e']]);
  });

  test('start the next item at once after an idle time', async () => {
    const { ask, batches, end } = heldBatches({ batchesAtOnce: 1, itemsPerBatch: 10 });
    const first = ask('a');
    end(0);
    expect(await first).toBe(1);
    await settled();
    void ask('b');
    expect(batches).toEqual([['a'], ['b']]);
  });

  test('answers items that wait for the next batch', async () => {
    const ask = gathering<string, string>({
      ...{ batchesAtOnce: 1, itemsPerBatch: 1 },
      answerAll: async (batch, later) => {
        await settled();
        for (const { reject } of [...batch, ...later.splice(0)]) reject(new Error('away'));
      },
    });
    const outcomes = await Promise.allSettled([ask('a'), ask('b'), ask('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
