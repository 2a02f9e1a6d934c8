import { inBatches, inParallel } from '../../../commands/watching/in-parallel';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('runs the given number at once, in order, until all are done', async () => {
  const begun: number[] = [];
  let atOnce = 0;
  let most = 0;
  await inParallel(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    begun.push(item);
    atOnce += 1;
    most = Math.max(most, atOnce);
    await tick();
    atOnce -= 1;
  });
  expect([begun, most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
});

test('begins no work after a failure, and waits for the running works', async () => {
  const ended: number[] = [];
  const work = inParallel(2, [1, 2, 3, 4], async (item) => {
    await tick();
    if (item === 1) throw new Error('first');
    await tick();
    ended.push(item);
  });
  await expect(work).rejects.toThrow('first');
  expect(ended).toEqual([2]);
});

test('ends at once without work', async () => {
  const work = jest.fn();
  await inParallel(3, [], work);
  expect(work).not.toHaveBeenCalled();
});

test('makes batches of the given size, and a last batch with the rest', () => {
  expect(inBatches(2, [1, 2, 3, 4, 5])).toEqual([[1, 2], [3, 4], [5]]);
  expect(inBatches(2, [])).toEqual([]);
});
