import { AWAY, CHANGED, type DecidePair, type PairDecision, type PairStep } from '../../commands/pair/decision';
import type { Refusal } from '../../commands/pair/refusing/refusal';
import { refusalWords } from '../../commands/pair/refusing/refusal-words';
import { ledgerOf, lookDue, looked, type Standing, TWO_STORES, UNKNOWN } from '../../commands/pair/standing';
import type { Clock } from '../../commands/ports/clock';
import type { Ids } from '../../commands/ports/ids';
import type { Logger } from '../logger';
import type { SharedHold } from './holding/shared-hold';
import type { TakeLook, TakenLook } from './looking';
import { performStep, type StepDeps } from './perform-step';
import { refusedPair } from './refused-pair';

export interface BindDeps extends StepDeps {
  readonly takeLook: TakeLook;
  /** By where the log is. */
  readonly decide: DecidePair;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Monotonic. */
  readonly nowMs: () => number;
  /** Whether a store was away: the step is tried again. */
  readonly isAway: (error: unknown) => boolean;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Called when the start takes longer: a store is away, or a second look must decide. */
  readonly onHeld: () => void;
  /** Without the lock of the ledger no pair is bound. */
  readonly hold: Pick<SharedHold, 'isHeld' | 'unheld'>;
}

export interface Bound {
  readonly ledgerId: string;
  /** When the look that found the pair right began. */
  readonly lookedMs: number;
}

/** Without an answer for so long the start fails. */
const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 250;
/** Another process writes the row as well: let it finish. */
const AFTER_CHANGE_MS = 10;

interface Binding {
  standing: Standing;
  giveUpAtMs: number;
}

/** Looks, does one step, looks again, until the pair is right. Rejects with RefusedPair when two looks refuse it. */
export const bind = async (deps: BindDeps, decide: DecidePair = deps.decide): Promise<Bound> => {
  const binding: Binding = { standing: UNKNOWN, giveUpAtMs: deps.nowMs() + PATIENCE_MS };
  while (!deps.isStopping()) {
    const taken = await deps.takeLook({ depth: 'WHOLE', onNewConnection: binding.standing.is === 'DOUBTED' });
    const decision = decisionOn(deps, decide, taken);
    if (decision.kind === 'START') {
      const ledgerId = taken.look === null ? null : ledgerOf(taken.look);
      if (ledgerId !== null) return { ledgerId, lookedMs: taken.startedMs };
    }
    await goOn(deps, binding, decision, taken);
  }
  throw new Error('The process stops before its stores were found to belong together');
};

/** A refusal is told also while a store tool holds the lock. */
const decisionOn = ({ ids, clock, hold }: BindDeps, decide: DecidePair, { look }: TakenLook): PairDecision => {
  if (look === null) return AWAY;
  const decision = decide(look, { ledgerId: ids.uuid(), at: clock.iso() });
  return hold.isHeld() || decision.kind === 'REFUSE' ? decision : AWAY;
};

const goOn = async (deps: BindDeps, binding: Binding, decision: PairDecision, taken: TakenLook): Promise<void> => {
  if (decision.kind !== 'STEP' && decision !== CHANGED) deps.onHeld();
  if (decision.kind === 'REFUSE') return doubt(deps, binding, decision.refusal, taken);
  if (decision.kind === 'STEP') return take(deps, binding, decision.step);
  if (decision.kind !== 'WAIT') return;
  if (deps.nowMs() >= binding.giveUpAtMs) {
    throw new Error(
      `Whether the stores belong together is not known: ${taken.trouble ?? deps.hold.unheld()?.because ?? 'others change the row'}`,
    );
  }
  await deps.rest(decision.why === 'CHANGED' ? AFTER_CHANGE_MS : BETWEEN_LOOKS_MS);
};

/** Steps that take their time do not count against the patience. */
const take = async (deps: BindDeps, binding: Binding, step: PairStep): Promise<void> => {
  deps.logger.info({ step: step.do }, 'binding PostgreSQL to its log');
  try {
    await performStep(deps, step);
  } catch (error) {
    if (!deps.isAway(error) || deps.nowMs() >= binding.giveUpAtMs) throw error;
    deps.logger.warn({ err: error, step: step.do }, 'a store does not answer while the pair is bound; looking again');
    await deps.rest(BETWEEN_LOOKS_MS);
  } finally {
    if (step.do === 'STAY_QUIET') binding.giveUpAtMs = deps.nowMs() + PATIENCE_MS;
  }
};

/** A refusal counts when a second look says it, on a new connection: the first may be the word of a former leader. */
const doubt = async (deps: BindDeps, binding: Binding, refusal: Refusal, taken: TakenLook): Promise<void> => {
  const { startedMs, isNewConnection } = taken;
  binding.standing = looked(binding.standing, { startedMs, isNewConnection, answer: { says: 'WRONG', refusal } });
  if (binding.standing.is === 'WRONG') throw refusedPair(refusal);
  const { inMs } = lookDue(binding.standing, deps.nowMs(), TWO_STORES);
  deps.logger.warn({ because: refusalWords(refusal), inMs }, 'the stores seem not to belong together; looking again');
  await deps.rest(inMs);
  binding.giveUpAtMs = deps.nowMs() + PATIENCE_MS;
};
