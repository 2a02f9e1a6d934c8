import { isDeepStrictEqual } from 'node:util';
import { decideOrRefuse } from '../run-commands';
import { eventWords, words } from '../sentences';
import { law } from './law';

export const repeatedCommandChangesNothing = law(
  'A repeated command changes nothing',
  function* ({ decider, life, steps }) {
    for (const { command, events, after } of steps) {
      if (events.length === 0 || life.repeatable?.includes(command.type) === true) continue;
      const again = decideOrRefuse(decider, after, command);
      yield again.length === 0 ? null : `"${words(command.type)}" was repeated, and again: ${eventWords(again)}.`;
    }
  },
);

/** A payout has phases, a wallet has neither. */
const statusOf = (state: unknown): string | null => {
  const { status, phase } = state as { readonly status?: string; readonly phase?: string };
  return status ?? phase ?? null;
};

export const terminalStatesStay = law('Terminal states stay', function* ({ life, steps }) {
  for (const { before, after, command } of steps) {
    const [from, to] = [statusOf(before), statusOf(after)];
    if (from === null || to === null) continue;
    const isTerminal = life.roads[from]?.length === 0;
    if (from === to) {
      if (isTerminal) yield null;
      continue;
    }
    const mayGo = life.roads[from]?.includes(to) === true;
    yield mayGo ? null : `"${words(command.type)}" led from ${from} to ${to}.`;
  }
});

export const foldsOfPartsAreEqual = law('The fold of a history equals the fold of its parts', function* (trial) {
  const { decider, history, steps } = trial;
  let written = 0;
  for (const { events, after } of steps) {
    written += events.length;
    if (events.length === 0) continue;
    const whole = history.slice(0, written).reduce(decider.evolve, decider.initial);
    yield isDeepStrictEqual(whole, after)
      ? null
      : `After ${eventWords(events)}, folding from the beginning gives another state.`;
  }
});
