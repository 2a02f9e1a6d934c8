import { halvesOf, type Window } from '../pair/comparing/transfers';
import type { Payout, PayoutProvider } from '../ports/payout-provider';
import type { Result } from '../ports/result';

export type AskList = (window: Window) => ReturnType<PayoutProvider['list']>;

/** A provider lists so many at once: of a window that it refuses, the halves are asked. The shortest one's no is told. */
export async function* listWhole(ask: AskList, window: Window): AsyncGenerator<Result<readonly Payout[]>, void> {
  const answer = await ask(window);
  const halves = answer.ok ? null : halvesOf(window);
  if (halves === null) yield answer;
  else for (const half of halves) yield* listWhole(ask, half);
}
