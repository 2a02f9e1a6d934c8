export interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

export interface Gathering<Item, Answer> {
  readonly batchesAtOnce: number;
  readonly itemsPerBatch: number;
  /** True: simultaneous requests form one batch, including the first. */
  readonly joinsFirst?: boolean;
  /** Answers each of the batch, and may take items from `later`. Never rejects. */
  readonly answerAll: (batch: readonly Waiting<Item, Answer>[], later: Waiting<Item, Answer>[]) => Promise<void>;
  /** Called when a batch takes long. With it another batch starts only when all are late; without it, at once. */
  readonly whenLate?: (late: () => void) => Cancel;
}

type Cancel = () => void;

/** The first ask runs at once, those meanwhile form the next batch. Every answer begins after its ask. */
export const gathering = <Item, Answer>(bounds: Gathering<Item, Answer>): ((item: Item) => Promise<Answer>) => {
  const { batchesAtOnce, itemsPerBatch, answerAll, whenLate, joinsFirst } = bounds;
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  const late = new Set<readonly Waiting<Item, Answer>[]>();
  const isHeldBy = (others: number): boolean => whenLate !== undefined && others > late.size;
  const begin = (): void => {
    if (waiting.length > 0 && underWay < batchesAtOnce && !isHeldBy(underWay)) void answerWaiting();
  };
  const answerBatch = async (batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    const cancel = whenLate?.(() => {
      late.add(batch);
      begin();
    });
    await answerAll(batch, waiting);
    cancel?.();
    late.delete(batch);
  };
  const answerWaiting = async (): Promise<void> => {
    underWay += 1;
    // The late batch of two leaves the rest to the other.
    while (waiting.length > 0 && !isHeldBy(underWay - 1)) await answerBatch(waiting.splice(0, itemsPerBatch));
    underWay -= 1;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (joinsFirst === true) queueMicrotask(begin);
      else begin();
    });
};
