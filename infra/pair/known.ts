import { AWAY, type DecidePair, type PairDecision } from '../../commands/pair/decision';
import {
  answerOf,
  type Beliefs,
  isDoubtful,
  type LookAnswer,
  lookDue,
  looked,
  ONE_DATABASE,
  type Standing,
  TWO_STORES,
  UNKNOWN,
  unanswered,
} from '../../commands/pair/standing';
import { decideWhere, type PairDeps } from './deps';
import { createLooking, type LookAsked, type TakeLook, type TakenLook } from './looking';

/** This process's knowledge of its pair. Each comparison updates the record. */
export interface Known {
  readonly deps: PairDeps;
  readonly takeLook: TakeLook;
  readonly decide: DecidePair;
  readonly beliefs: Beliefs;
  readonly stopping: AbortController;
  /** Aborts when a start takes longer: a store does not answer, or a second comparison must decide. */
  readonly held: AbortController;
  standing: Standing;
  /** The ledger that the process was started with; null before that. */
  startedAs: string | null;
  /** Start of the last right look at everything; a look before a dispatch reads the identity stream alone. */
  wholeMs: number;
  /** When a store last did not answer: an earlier comparison proves nothing now. */
  awayMs: number;
  changing: AbortController;
}

export const createKnown = (deps: PairDeps): Known => ({
  ...{ deps, takeLook: createLooking(deps), decide: decideWhere(deps) },
  ...{ beliefs: deps.isEmbedded ? ONE_DATABASE : TWO_STORES, standing: UNKNOWN, startedAs: null },
  ...{ stopping: new AbortController(), held: new AbortController(), changing: new AbortController() },
  ...{ wholeMs: 0, awayMs: Number.NEGATIVE_INFINITY },
});

export interface Seen {
  readonly taken: TakenLook;
  readonly decision: PairDecision;
}

/** Reads both stores once and compares them. */
export const look = async (known: Known, asked: LookAsked, decide: DecidePair = known.decide): Promise<Seen> => {
  const { ids, clock } = known.deps;
  const taken = await known.takeLook(asked);
  const decision = taken.look === null ? AWAY : decide(taken.look, { id: ids.uuid(), at: clock.iso() });
  const answer = answerIn(known, taken, decision);
  const { startedMs, isNewConnection } = taken;
  if (asked.depth === 'WHOLE' && answer.says === 'RIGHT') known.wholeMs = startedMs;
  change(known, looked(known.standing, { startedMs, isNewConnection, answer }));
  return { taken, decision: answer.says === 'WRONG' ? answer : decision };
};

const answerIn = ({ startedAs, awayMs }: Known, taken: TakenLook, decision: PairDecision): LookAnswer => {
  if (taken.look === null) return AWAY;
  // A start that still takes steps is not finished.
  if (startedAs === null) return decision.says === 'WRONG' ? decision : AWAY;
  const answer = answerOf(decision, taken.look, startedAs);
  return answer.says === 'RIGHT' && taken.startedMs < awayMs ? { says: 'AGAIN' } : answer;
};

/** A store did not answer: no append is allowed before the next look. */
export const wentAway = (known: Known): void => {
  known.awayMs = known.deps.time.nowMs();
  change(known, unanswered(known.standing, known.awayMs));
};

export const begun = (known: Known, ledgerId: string, lookedMs: number): void => {
  known.startedAs = ledgerId;
  known.wholeMs = lookedMs;
  known.standing = { is: 'RIGHT', lookedMs };
};

const change = (known: Known, to: Standing): void => {
  const { standing: from, deps } = known;
  const { logger } = deps;
  known.standing = to;
  if (from.is === to.is) return;
  if (to.is === 'DOUBTED')
    logger.warn({ because: to.refusal.words }, 'the pair of database and log is in doubt: writes wait');
  if (to.is === 'WRONG')
    logger.error({ because: to.refusal.words }, 'PostgreSQL and the log are from different ledgers or moments');
  if (to.is === 'RIGHT' && isDoubtful(from)) logger.warn('PostgreSQL and the log match again');
  wakeAll(known);
};

export const wakeAll = (known: Known): void => {
  const { changing } = known;
  known.changing = new AbortController();
  changing.abort();
};

export const dueLook = ({ standing, wholeMs, deps, beliefs }: Known) =>
  lookDue(standing.is === 'RIGHT' ? { is: 'RIGHT', lookedMs: wholeMs } : standing, deps.time.nowMs(), beliefs);

/** Resolves when `holds`, the signal aborts or the process stops. */
export const until = async (
  known: Known,
  holds: (standing: Standing) => boolean,
  signal: AbortSignal,
): Promise<void> => {
  const wake = (): void => wakeAll(known);
  signal.addEventListener('abort', wake);
  while (!signal.aborted && !known.stopping.signal.aborted && !holds(known.standing)) await changed(known);
  signal.removeEventListener('abort', wake);
};

const changed = ({ changing }: Known): Promise<void> =>
  new Promise((resolve) => {
    changing.signal.addEventListener('abort', () => resolve(), { once: true });
  });
