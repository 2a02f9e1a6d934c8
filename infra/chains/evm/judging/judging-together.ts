import type { SeenMovement } from '../../../../aggregates/chain';
import type { Judged } from '../../../../commands/ports/chain-reader';

type Judge = (seen: readonly SeenMovement[]) => Promise<Judged>;

interface Waiting {
  readonly seen: readonly SeenMovement[];
  readonly settle: (judged: Judged) => void;
  readonly fail: (reason: unknown) => void;
}

/** Splits the result by caller; shared counts go to the first caller only. */
const share = (waiting: readonly Waiting[], { judgements, shortfalls, unprovedBlocks }: Judged): void => {
  let place = 0;
  for (const [index, { seen, settle }] of waiting.entries()) {
    const own = judgements.slice(place, place + seen.length);
    place += seen.length;
    settle({ judgements: own, shortfalls, unprovedBlocks: index === 0 ? unprovedBlocks : 0 });
  }
};

/** Joins the calls of one event-loop turn: one look at the heads, each block read once. */
export const together = (judgeAll: Judge): Judge => {
  let waiting: Waiting[] = [];
  const judgeWaiting = (): void => {
    const now = waiting;
    waiting = [];
    judgeAll(now.flatMap(({ seen }) => seen)).then(
      (judged) => share(now, judged),
      (reason: unknown) => {
        for (const { fail } of now) fail(reason);
      },
    );
  };
  return (seen) =>
    new Promise((settle, fail) => {
      if (waiting.length === 0) setImmediate(judgeWaiting);
      waiting.push({ seen, settle, fail });
    });
};
