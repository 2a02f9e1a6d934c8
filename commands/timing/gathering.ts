/** One who asks, and waits to be answered. */
export interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Gathering<Item, Answer> {
  readonly batchesAtOnce: number;
  readonly itemsPerBatch: number;
  /** Answers each of the batch; may also take from those that come after it. Never rejects. */
  readonly answerAll: (batch: readonly Waiting<Item, Answer>[], later: Waiting<Item, Answer>[]) => Promise<void>;
}

/**
 * Asks for one at a time, and works on many at once: who comes while no batch is under way is answered at once, and those
 * who come meanwhile make up the next batch. What answers somebody has begun after they asked.
 */
export const gathering = <Item, Answer>(bounds: Gathering<Item, Answer>): ((item: Item) => Promise<Answer>) => {
  const { batchesAtOnce, itemsPerBatch, answerAll } = bounds;
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  const answerWaiting = async (): Promise<void> => {
    underWay += 1;
    while (waiting.length > 0) await answerAll(waiting.splice(0, itemsPerBatch), waiting);
    underWay -= 1;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay < batchesAtOnce) void answerWaiting();
    });
};
