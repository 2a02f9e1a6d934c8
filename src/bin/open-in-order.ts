/** Ends what was opened; awaited when it takes time. */
export type Close = () => unknown;

export interface Opened<Value> {
  readonly value: Value;
  /** Closes all of it, the last opened first. A failure is told once the others are closed. Repeatable. */
  readonly close: () => Promise<void>;
}

/**
 * Runs `open`, which says of each thing that it opens how to close it. When it fails midway, what it had opened is
 * closed before the failure is told: a start that is refused leaves no database running behind it.
 */
export const openInOrder = async <Value>(
  open: (onClose: (close: Close) => void) => Promise<Value>,
): Promise<Opened<Value>> => {
  const closings: Close[] = [];
  const close = (): Promise<void> => closeAll(closings.splice(0).reverse());
  try {
    return { value: await open((closing) => closings.push(closing)), close };
  } catch (error) {
    // Why it could not be opened matters more than what else fails on the way out.
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
