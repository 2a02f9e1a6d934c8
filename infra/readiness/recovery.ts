/** One bell for all whose back-off was earned by a store that answers again. */
export interface Recovery {
  readonly announce: () => void;
  /** Answers how to stop listening. */
  readonly onRecovery: (listener: () => void) => () => void;
}

export const createRecovery = (): Recovery => {
  const listeners = new Set<() => void>();
  return {
    announce: () => {
      for (const listener of listeners) listener();
    },
    onRecovery: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
