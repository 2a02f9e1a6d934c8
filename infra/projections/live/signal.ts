/** Wakes everybody who waits at that moment. Look at the state first, then wait, with nothing awaited in between. */
export interface Signal {
  readonly wait: () => Promise<void>;
  readonly notify: () => void;
}

export function createSignal(): Signal {
  let wake: () => void = () => undefined;
  let next = Promise.resolve();
  const arm = (): void => {
    next = new Promise<void>((resolve) => {
      wake = resolve;
    });
  };
  arm();
  return {
    wait: () => next,
    notify: () => {
      wake();
      arm();
    },
  };
}
