import { gathering, type Waiting } from '../../commands/timing/gathering';

export type WriteAll<Item> = (items: readonly Item[]) => Promise<void>;

const MAXIMUM_TOGETHER = 256;

/** Batches single items into one statement. An item that the database refuses fails alone. */
export const createTogether = <Item>(writeAll: WriteAll<Item>): ((item: Item) => Promise<void>) =>
  gathering<Item, undefined>({
    batchesAtOnce: 1,
    itemsPerBatch: MAXIMUM_TOGETHER,
    answerAll: (batch) => writeTogether(writeAll, batch),
  });

const writeTogether = async <Item>(
  writeAll: WriteAll<Item>,
  together: readonly Waiting<Item, undefined>[],
): Promise<void> => {
  try {
    await writeAll(together.map(({ item }) => item));
    for (const { resolve } of together) resolve(undefined);
  } catch (error) {
    if (together.length > 1 && isAboutData(error)) {
      for (const one of together) await writeTogether(writeAll, [one]);
      return;
    }
    for (const { reject } of together) reject(error);
  }
};

/** SQLSTATE class 22, data exception: a row's value is at fault, not the database. */
const isAboutData = (error: unknown): boolean => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
};
