/** What the work resolves to; rejects when it has not ended within `timeoutMs`. The work then goes on unattended. */
export const withinTime = async <Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Nobody listens to it any more, and its failure is no fault.
    work.catch(() => undefined);
  }
};
