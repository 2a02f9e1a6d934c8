/** Shares an answer for a time among all that ask. A question that fails is asked anew. */
export const rememberedFor = <Answer>(
  timeMs: number,
  clock: { readonly now: () => number },
  ask: () => Promise<Answer>,
): (() => Promise<Answer>) => {
  let kept: { readonly askedMs: number; readonly answer: Promise<Answer> } | null = null;
  return () => {
    if (kept !== null && Math.abs(clock.now() - kept.askedMs) < timeMs) return kept.answer;
    const answer = ask();
    const own = { askedMs: clock.now(), answer };
    kept = own;
    answer.catch(() => {
      if (kept === own) kept = null;
    });
    return answer;
  };
};
