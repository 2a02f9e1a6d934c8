/** Shares an answer for a time among all callers. A failed question is asked again. */
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
