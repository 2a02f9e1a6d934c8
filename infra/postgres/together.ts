interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A statement over any number of rows; it takes all of them or none. */
export type WriteAll<Item> = (items: readonly Item[]) => Promise<void>;

/** Of one statement; what is beyond it goes with the next. */
const MAXIMUM_TOGETHER = 256;

/**
 * Writes one item at a time for its callers and many in one statement for the database: what arrives while a statement
 * runs is written by the next. An item that the database cannot take fails alone.
 */
export const createTogether = <Item>(writeAll: WriteAll<Item>): ((item: Item) => Promise<void>) => {
  const waiting: Waiting<Item>[] = [];
  let isRunning = false;
  const writeWaiting = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) await writeTogether(writeAll, waiting.splice(0, MAXIMUM_TOGETHER));
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void writeWaiting();
    });
};

const writeTogether = async <Item>(writeAll: WriteAll<Item>, together: readonly Waiting<Item>[]): Promise<void> => {
  try {
    await writeAll(together.map(({ item }) => item));
    for (const { resolve } of together) resolve();
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
