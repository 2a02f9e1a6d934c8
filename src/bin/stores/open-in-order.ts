/** A returned promise is awaited. */
export type Close = () => unknown;
export type OnClose = (close: Close) => void;

export interface Opened<Value> {
  readonly value: Value;
  /** Closes everything in reverse order; throws a failure once the rest is closed. Repeatable. */
  readonly close: () => Promise<void>;
}

/** Thrown when the opener was asked to stop: it opens no more. */
export class StoppedOpening extends Error {
  override readonly name = 'StoppedOpening';

  constructor() {
    super('Stopped while starting');
  }
}

/** Closes what was opened before a failure is thrown. Once `isStopping`, the next opening fails: StoppedOpening. */
export const openInOrder = async <Value>(
  open: (onClose: OnClose) => Promise<Value>,
  isStopping: () => boolean = () => false,
): Promise<Opened<Value>> => {
  const closings: Close[] = [];
  const close = (): Promise<void> => closeAll(closings.splice(0).reverse());
  const onClose: OnClose = (closing) => {
    closings.push(closing);
    if (isStopping()) throw new StoppedOpening();
  };
  try {
    return { value: await open(onClose), close };
  } catch (error) {
    // The error of the start matters more than errors while closing.
    await close().catch(() => undefined);
    throw error;
  }
};

const closeAll = async (closings: readonly Close[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const close of closings) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};
