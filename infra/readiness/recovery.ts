/** Wakes all waiters in back-off once their store answers. */
export interface Recovery {
  readonly announce: () => void;
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
