import type { Payout } from '../ports/providers/payout-provider';
import type { Result } from '../ports/providers/result';
import { halvesOf, type Window } from './windows';

export type AskFor<Item> = (window: Window) => Promise<Result<readonly Item[]>>;
export type AskList = AskFor<Payout>;

export interface Listed<Item> {
  readonly window: Window;
  readonly answer: Result<readonly Item[]>;
}

/** A refused window is asked for in halves; the refusal of the shortest half is the answer. */
export async function* listWindows<Item>(ask: AskFor<Item>, window: Window): AsyncGenerator<Listed<Item>, void> {
  const answer = await ask(window);
  const halves = answer.ok ? null : halvesOf(window);
  if (halves === null) yield { window, answer };
  else for (const half of halves) yield* listWindows(ask, half);
}

export async function* listWhole<Item>(
  ask: AskFor<Item>,
  window: Window,
): AsyncGenerator<Result<readonly Item[]>, void> {
  for await (const { answer } of listWindows(ask, window)) yield answer;
}
