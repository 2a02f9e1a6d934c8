import { gathering, type Waiting } from '../../commands/timing/gathering';

/** A statement over any number of rows; it takes all of them or none. */
export type WriteAll<Item> = (items: readonly Item[]) => Promise<void>;

/** Of one statement; what is beyond it goes with the next. */
const MAXIMUM_TOGETHER = 256;

/**
 * Writes one item at a time for its callers and many in one statement for the database. An item that the database cannot
 * take fails alone.
 */
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

/** SQLSTATE class 22, data exception: a value of one of the rows, while the database itself is there. */
const isAboutData = (error: unknown): boolean => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
};
