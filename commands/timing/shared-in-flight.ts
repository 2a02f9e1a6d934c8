/** Callers during a question share its answer; the next caller asks again. */
export const sharedInFlight = <Answer>(ask: () => Promise<Answer>): (() => Promise<Answer>) => {
  let inFlight: Promise<Answer> | null = null;
  return () => {
    inFlight ??= ask().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
};
