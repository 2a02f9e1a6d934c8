import type { DecidePair } from '../../commands/pair/decision';
import { refusalWords } from '../../commands/pair/refusing/refusal-words';
import {
  answerOf,
  type Beliefs,
  isDoubtful,
  type LookAnswer,
  lookDue,
  looked,
  mayAppend,
  mayDispatch,
  type Standing,
  UNKNOWN,
  unanswered,
} from '../../commands/pair/standing';
import { sharedInFlight } from '../../commands/timing/shared-in-flight';
import type { Logger } from '../logger';
import type { LookDepth } from './log-says';
import type { TakeLook, TakenLook } from './looking';

export interface WatchingDeps {
  readonly takeLook: TakeLook;
  readonly decide: DecidePair;
  readonly beliefs: Beliefs;
  readonly nowMs: () => number;
  /** Ends early when the signal aborts. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly logger: Pick<Logger, 'warn' | 'info' | 'error'>;
}

/** What this process knows of its pair, once it has started; looks again by itself. */
export interface Watching {
  readonly begin: (ledgerId: string, lookedMs: number) => void;
  readonly standing: () => Standing;
  readonly mayAppend: () => boolean;
  readonly mayDispatch: () => boolean;
  /** Looks, unless what is known decides. */
  readonly lookForAppend: () => Promise<void>;
  readonly lookForDispatch: () => Promise<void>;
  /** A store did not answer: nothing is appended before the next look. */
  readonly unanswered: () => void;
  readonly take: (taken: TakenLook, depth: LookDepth, answer: LookAnswer) => void;
  /** Resolves when `holds` or the signal aborts. */
  readonly until: (holds: (standing: Standing) => boolean, signal: AbortSignal) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface State {
  standing: Standing;
  startedAs: string | null;
  /** Of the last right look at everything; a look before a dispatch is one at the identity stream alone. */
  wholeMs: number;
  /** When a store was last away: what a look saw before that is not known any more. */
  awayMs: number;
  /** Aborts at the next change. */
  changing: AbortController;
  readonly stopping: AbortController;
}

/** Others write the row all the time. */
const MOST_LOOKS = 5;

export const createWatching = (deps: WatchingDeps): Watching => {
  const { nowMs, beliefs } = deps;
  const state: State = {
    ...{ standing: UNKNOWN, startedAs: null, wholeMs: 0, awayMs: Number.NEGATIVE_INFINITY },
    ...{ changing: new AbortController(), stopping: new AbortController() },
  };
  const lookAt = (depth: LookDepth) => sharedInFlight(() => look(deps, state, depth, false));
  const [lookWhole, lookAtEnd] = [lookAt('WHOLE'), lookAt('END')];
  let watching: Promise<void> = Promise.resolve();
  return {
    begin: (ledgerId, lookedMs) => {
      Object.assign(state, { startedAs: ledgerId, wholeMs: lookedMs, standing: { is: 'RIGHT', lookedMs } });
      watching = watch(deps, state);
    },
    standing: () => state.standing,
    mayAppend: () => mayAppend(state.standing, nowMs(), beliefs),
    mayDispatch: () => mayDispatch(state.standing, nowMs(), beliefs),
    lookForAppend: () => lookUntil(state, lookWhole, () => mayAppend(state.standing, nowMs(), beliefs)),
    lookForDispatch: () => {
      const take = mayAppend(state.standing, nowMs(), beliefs) ? lookAtEnd : lookWhole;
      return lookUntil(state, take, () => mayDispatch(state.standing, nowMs(), beliefs));
    },
    unanswered: () => {
      state.awayMs = nowMs();
      change(deps, state, unanswered(state.standing, nowMs()));
    },
    take: (taken, depth, answer) => takeAnswer(deps, state, taken, { depth, answer }),
    until: (holds, signal) => until(state, holds, signal),
    stop: async () => {
      state.stopping.abort();
      wakeAll(state);
      await watching;
    },
  };
};

type Says = LookAnswer['says'];

const lookUntil = async (state: State, take: () => Promise<Says>, may: () => boolean): Promise<void> => {
  for (let looks = 0; looks < MOST_LOOKS && !may() && !isDoubtful(state.standing); looks += 1) {
    if ((await take()) === 'AWAY') return;
  }
};

const look = async (deps: WatchingDeps, state: State, depth: LookDepth, onNewConnection: boolean): Promise<Says> => {
  const taken = await deps.takeLook({ depth, onNewConnection });
  const answer = answerTo(deps, state, taken);
  takeAnswer(deps, state, taken, { depth, answer });
  return answer.says;
};

const answerTo = (
  { decide }: WatchingDeps,
  { startedAs, awayMs }: State,
  { look: seen, startedMs }: TakenLook,
): LookAnswer => {
  if (seen === null || startedAs === null) return { says: 'AWAY' };
  const answer = answerOf(decide, seen, startedAs);
  return answer.says === 'RIGHT' && startedMs < awayMs ? { says: 'AGAIN' } : answer;
};

interface Answered {
  readonly depth: LookDepth;
  readonly answer: LookAnswer;
}

const takeAnswer = (deps: WatchingDeps, state: State, taken: TakenLook, { depth, answer }: Answered): void => {
  const { startedMs, isNewConnection } = taken;
  if (depth === 'WHOLE' && answer.says === 'RIGHT') state.wholeMs = startedMs;
  change(deps, state, looked(state.standing, { startedMs, isNewConnection, answer }));
};

const change = ({ logger }: WatchingDeps, state: State, to: Standing): void => {
  const from = state.standing;
  state.standing = to;
  if (from.is === to.is) return;
  if (to.is === 'DOUBTED')
    logger.warn({ because: refusalWords(to.refusal) }, 'the pair is in doubt: nothing is appended');
  if (to.is === 'WRONG')
    logger.error({ because: refusalWords(to.refusal) }, 'PostgreSQL and its log do not belong together');
  if (to.is === 'RIGHT' && isDoubtful(from)) logger.warn('PostgreSQL and its log belong together again');
  wakeAll(state);
};

const wakeAll = (state: State): void => {
  const { changing } = state;
  state.changing = new AbortController();
  changing.abort();
};

const watch = async (deps: WatchingDeps, state: State): Promise<void> => {
  const { signal } = state.stopping;
  while (!signal.aborted) {
    const { inMs, onNewConnection } = dueLook(deps, state);
    if (inMs > 0) await deps.rest(inMs, state.changing.signal);
    else await look(deps, state, 'WHOLE', onNewConnection);
  }
};

const dueLook = ({ nowMs, beliefs }: WatchingDeps, { standing, wholeMs }: State) =>
  lookDue(standing.is === 'RIGHT' ? { is: 'RIGHT', lookedMs: wholeMs } : standing, nowMs(), beliefs);

const until = async (state: State, holds: (standing: Standing) => boolean, signal: AbortSignal): Promise<void> => {
  const wake = (): void => wakeAll(state);
  signal.addEventListener('abort', wake);
  while (!signal.aborted && !state.stopping.signal.aborted && !holds(state.standing)) await changed(state);
  signal.removeEventListener('abort', wake);
};

const changed = ({ changing }: State): Promise<void> =>
  new Promise((resolve) => {
    changing.signal.addEventListener('abort', () => resolve(), { once: true });
  });
