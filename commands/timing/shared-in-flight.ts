/** Callers while an answer is on its way share it; the next caller asks anew. */
export const sharedInFlight = <Answer>(ask: () => Promise<Answer>): (() => Promise<Answer>) => {
  let inFlight: Promise<Answer> | null = null;
  return () => {
    inFlight ??= ask().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
};
