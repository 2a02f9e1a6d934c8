import { isDeepStrictEqual } from 'node:util';
import type { Life } from '../lives';
import { decideOrRefuse, refusalOf } from '../run-commands';
import { eventWords, type Fact, words } from '../sentences';
import { law } from './law';
import type { Trial } from './trial';

/**
 * Repeats a command at once. Some commands are news each time, and some are refused the second time: lives.ts names
 * both.
 */
export const repeatedCommandChangesNothing = law(
  'A repeated command changes nothing',
  function* ({ decider, life, steps }) {
    for (const { command, events, after } of steps) {
      if (events.length === 0 || life.repeatable?.includes(command.type) === true) continue;
      const name = `"${words(command.type)}" was repeated`;
      const again = decideOrRefuse(decider, after, command);
      yield again.length === 0 ? null : `${name}, and again: ${eventWords(again)}.`;
      if (life.refusedAgain?.includes(command.type) === true) continue;
      const refusal = refusalOf(decider, after, command);
      yield refusal === null ? null : `${name}, and refused: ${refusal}.`;
    }
  },
);

/** A payout has phases, a wallet has neither. */
const statusOf = (state: unknown): string | null => {
  const { status, phase } = state as { readonly status?: string; readonly phase?: string };
  return status ?? phase ?? null;
};

/** A reported end is the end of the state. */
const endFault = ({ ends = {} }: Life, events: readonly Fact[], status: string): string | null => {
  const told = events.find(({ type }) => ends[type]?.includes(status) === false);
  return told === undefined ? null : `"${words(told.type)}" was told, and the state is ${status}.`;
};

export const terminalStatesStay = law('Terminal states stay', function* ({ life, steps }) {
  for (const { before, after, command, events } of steps) {
    const [from, to] = [statusOf(before), statusOf(after)];
    if (from === null || to === null) continue;
    const fault = endFault(life, events, to);
    if (fault !== null) yield fault;
    const isTerminal = life.roads[from]?.length === 0;
    if (from === to) {
      if (isTerminal) yield null;
      continue;
    }
    const mayGo = life.roads[from]?.includes(to) === true;
    yield mayGo ? null : `"${words(command.type)}" led from ${from} to ${to}.`;
  }
});

function* foldsOf({ decider, history, steps }: Trial) {
  let written = 0;
  for (const { events, after } of steps) {
    written += events.length;
    if (events.length === 0) continue;
    const whole = history.slice(0, written).reduce(decider.evolve, decider.initial);
    yield isDeepStrictEqual(whole, after)
      ? null
      : `After ${eventWords(events)}, folding from the beginning gives another state.`;
  }
}

export const foldsOfPartsAreEqual = law('The fold of a history equals the fold of its parts', foldsOf, 'NONE');
