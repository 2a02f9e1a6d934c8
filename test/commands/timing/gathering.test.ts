import { gathering, type Waiting } from '../../../commands/timing/gathering';

/** Batches that end when they are told to; each answers an item with the batch's number. */
const heldBatches = (bounds: { readonly batchesAtOnce: number; readonly itemsPerBatch: number }) => {
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

describe('C4: calls that are gathered into batches', () => {
  test('asks that come at once are one batch, and those meanwhile are the next', async () => {
    const { ask, batches, end } = heldBatches({ batchesAtOnce: 1, itemsPerBatch: 10 });
    const answers = [ask('a'), ask('b')];
    await settled();
    expect(batches).toEqual([['a', 'b']]);
    answers.push(ask('c'), ask('d'));
    end(0);
    await settled();
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    end(1);
    expect(await Promise.all(answers)).toEqual([1, 1, 2, 2]);
  });

  test('no more batches at once, and no larger ones, than is said', async () => {
    const { ask, batches, end } = heldBatches({ batchesAtOnce: 2, itemsPerBatch: 2 });
    for (const item of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) void ask(item);
    await settled();
    const first = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(batches).toEqual(first);
    end(1);
    await settled();
    expect(batches).toEqual([...first, ['e', 'f']]);
    end(0);
    await settled();
    expect(batches).toEqual([...first, ['e', 'f'], ['g']]);
  });

  test('once no ask waits the next begins another batch', async () => {
    const { ask, batches, end } = heldBatches({ batchesAtOnce: 1, itemsPerBatch: 10 });
    const first = ask('a');
    await settled();
    end(0);
    expect(await first).toBe(1);
    void ask('b');
    await settled();
    expect(batches).toEqual([['a'], ['b']]);
  });

  test('a batch may answer those who wait behind it', async () => {
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
