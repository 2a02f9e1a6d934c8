import { LEDGER_STREAM } from '../../aggregates/ledger/ledger';
import { AWAY, type DecidePair, type PairStep } from '../../commands/pair/decision';
import { decideAppend, leadingEvent, type WantedEvent } from '../../commands/pair/lead';
import { refusedPair } from '../../commands/pair/refusal';
import { isDoubtful, ledgerOf } from '../../commands/pair/standing';
import type { PairRow } from '../../commands/ports/pair';
import type { PairDeps } from './deps';
import { proposedIdentity } from './identity-event';
import { createKnown, dueLook, type Known, look, type Seen } from './known';
import { writePairRow } from './pair-row';

/** The next comparison sees the result: a row or revision of another writer, an append without an answer. */
const performStep = async (deps: PairDeps, step: PairStep, stopping: AbortSignal): Promise<unknown> => {
  const { pool, store, keeper, time } = deps;
  switch (step.do) {
    case 'WRITE_ROW':
      return writePairRow(pool, step);
    case 'APPEND':
      return store.append(LEDGER_STREAM, step.expected, [proposedIdentity(step.coming)]);
    case 'STAY_QUIET':
      await time.rest(step.ms, stopping);
      return stopping.aborted ? null : writePairRow(pool, step.thenWrite);
    case 'MOVE_CHECKPOINT_BACK':
      return keeper.moveBack(step.misplaced, step.to);
  }
};

/** Without an answer for so long a start fails. */
const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 250;

export interface Settled {
  readonly ledgerId: string;
  /** Start of the comparison that found the pair right. */
  readonly lookedMs: number;
}

/** Looks and steps until `decide` finds the pair right. Rejects with RefusedPair at the second refusal. */
export const settle = async (
  known: Known,
  decide: DecidePair = known.decide,
  signal: AbortSignal = known.stopping.signal,
): Promise<Settled> => {
  const patience = { untilMs: known.deps.time.nowMs() + PATIENCE_MS };
  while (!signal.aborted && !known.stopping.signal.aborted) {
    const asked = { depth: 'WHOLE', onNewConnection: isDoubtful(known.standing) } as const;
    const seen = heldOr(known, await look(known, asked, decide));
    const ledgerId = seen.taken.look === null ? null : ledgerOf(seen.taken.look);
    if (seen.decision.says === 'RIGHT' && ledgerId !== null) return { ledgerId, lookedMs: seen.taken.startedMs };
    await goOn(known, seen, patience);
  }
  throw new Error('The process stops before its stores are verified as a pair');
};

/** For a command: no other process works on this pair. */
export const settleOnce = (deps: PairDeps, decide?: DecidePair): Promise<Settled> => settle(createKnown(deps), decide);

/** A refusal is reported also while a store tool holds the lock. */
const heldOr = ({ deps }: Known, { taken, decision }: Seen): Seen => ({
  taken,
  decision: deps.hold.isHeld() || decision.says === 'WRONG' ? decision : AWAY,
});

interface Patience {
  untilMs: number;
}

const goOn = async (known: Known, { taken, decision }: Seen, patience: Patience): Promise<void> => {
  const { deps, startedAs, standing, stopping } = known;
  const { nowMs, rest } = deps.time;
  if (decision.says === 'STEP') return take(known, decision.step, patience);
  if (decision.says === 'AGAIN' && nowMs() < patience.untilMs) return;
  known.held.abort();
  if (decision.says === 'WRONG') {
    if (startedAs !== null || standing.is === 'WRONG') throw refusedPair(decision.refusal);
    await rest(dueLook(known).inMs, stopping.signal);
    patience.untilMs = nowMs() + PATIENCE_MS;
    return;
  }
  if (startedAs !== null || nowMs() >= patience.untilMs) {
    const unexplained = deps.hold.isHeld() ? 'other processes change the row' : 'the lock of the ledger was lost';
    const why = taken.trouble ?? deps.hold.unheld()?.because ?? unexplained;
    throw new Error(`PostgreSQL and the log are not verified as a pair: ${why}`);
  }
  await rest(BETWEEN_LOOKS_MS, stopping.signal);
};

/** The duration of a step does not count as a failed start. */
const take = async (known: Known, step: PairStep, patience: Patience): Promise<void> => {
  const { deps, startedAs, stopping } = known;
  const { nowMs, rest } = deps.time;
  if (startedAs === null) deps.logger.info({ step: step.do }, 'PostgreSQL is being bound to the log');
  try {
    await performStep(deps, step, stopping.signal);
  } catch (error) {
    if (startedAs !== null || !deps.isAway(error) || nowMs() >= patience.untilMs) throw error;
    deps.logger.warn(
      { err: error, step: step.do },
      'a store does not answer while the pair is verified; retries continue',
    );
    await rest(BETWEEN_LOOKS_MS, stopping.signal);
  } finally {
    if (step.do === 'STAY_QUIET') patience.untilMs = nowMs() + PATIENCE_MS;
  }
};

/** The wanted event is in the identity stream, and the row agrees; null is wanted while the ledger is not open. */
export const settleEvent = (
  known: Known,
  want: (row: PairRow) => WantedEvent | null,
  signal?: AbortSignal,
): Promise<Settled> => {
  let wanted: WantedEvent | null = null;
  const decide: DecidePair = (taken) => {
    const { row } = taken.database;
    wanted ??= row === null ? null : want(row);
    return wanted === null ? AWAY : decideAppend(taken, wanted);
  };
  return settle(known, decide, signal);
};

/** After this step the next comparison of another leading PostgreSQL detects that it was replaced. */
export const leadLedger = async (known: Known, signal: AbortSignal): Promise<void> => {
  const { ids, clock } = known.deps;
  await settleEvent(known, (row) => leadingEvent(row, ids.uuid(), clock.iso()), signal);
};
