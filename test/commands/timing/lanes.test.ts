import { createLanes } from '../../../commands/timing/lanes';

const gates = (count: number) => {
  const opens: (() => void)[] = [];
  const closed = Array.from({ length: count }, () => new Promise<void>((resolve) => opens.push(resolve)));
  return { opens, closed };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs as many works as lanes, in the order of their arrival', async () => {
  const inLane = createLanes(2);
  const { opens, closed } = gates(4);
  const begun: number[] = [];
  const works = closed.map((gate, index) =>
    inLane(async () => {
      begun.push(index);
      await gate;
      return index;
    }),
  );
  await settled();
  expect(begun).toEqual([0, 1]);
  opens[1]?.();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const open of opens) open();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
});

test('frees the lane of a work that fails', async () => {
  const inLane = createLanes(1);
  await expect(inLane(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await inLane(async () => 'next')).toBe('next');
});
