/** Works on at most `most` items at once, in order. The first failure stops new items and is thrown at the end. */
export const inParallel = async <Item>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const queue = items.values();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (const item of queue) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
};

export const inBatches = <Item>(size: number, items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
