import { type CancelAsked, decideCancel } from '../../../commands/pair/moving/cancel-move';
import { decideMove } from '../../../commands/pair/moving/decide-move';
import { moveIdOf } from '../../../commands/pair/moving/move-id';
import { type MoveDecision, type MoveLook, type MoveRun, NOTHING_DONE } from '../../../commands/pair/moving/moving';
import type { Clock } from '../../../commands/ports/clock';
import type { Ids } from '../../../commands/ports/ids';
import { refusedPair } from '../refused-pair';
import { createMoveLooking, type MoveLooking, type TakenMoveLook } from './look-at-move';
import { type PerformMove, performMove } from './perform-move';

export interface MoveDeps extends MoveLooking, PerformMove {
  readonly target: MoveLooking['target'];
  readonly clock: Pick<Clock, 'iso'>;
  readonly ids: Ids;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/** Without an answer for so long the move breaks off. */
const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 250;
const AFTER_CHANGE_MS = 10;

const GOES_ON = 'The same command goes on from here.';

/**
 * The ledger lives in the target, and PostgreSQL goes with it. Broken off anywhere, it goes on when called again.
 * Rejects with RefusedPair, and where a store is away for 30 s or the lock is lost.
 */
export const moveLedger = (deps: MoveDeps, to: string): Promise<void> => {
  const fresh = deps.ids.uuid();
  return goThrough(deps, (look, run) => {
    const { target, pair } = look;
    const moveId = typeof target === 'string' ? fresh : moveIdOf(pair.database.row, target, to, fresh);
    return decideMove(look, { moveId, to, at: deps.clock.iso() }, run);
  });
};

/** The ledger is the source's again, and the target can never have it. Rejects as `moveLedger` does. */
export const cancelMove = (deps: MoveDeps, asked: Omit<CancelAsked, 'id' | 'at'>): Promise<void> =>
  goThrough(deps, (look) => decideCancel(look, { ...asked, id: deps.ids.uuid(), at: deps.clock.iso() }));

type Decide = (look: MoveLook, run: MoveRun) => MoveDecision;

interface Going {
  run: MoveRun;
  giveUpAtMs: number;
}

const goThrough = async (deps: MoveDeps, decide: Decide): Promise<void> => {
  const takeLook = createMoveLooking(deps);
  const going: Going = { run: NOTHING_DONE, giveUpAtMs: deps.nowMs() + PATIENCE_MS };
  while (!deps.isStopping()) {
    const taken = await takeLook();
    const decision: MoveDecision = taken.look === null ? { kind: 'WAIT', why: 'AWAY' } : decide(taken.look, going.run);
    if (decision.kind === 'DONE') return;
    await goOn(deps, going, decision, taken);
  }
  throw new Error(`The move was broken off. ${GOES_ON}`);
};

const goOn = async (
  deps: MoveDeps,
  going: Going,
  decision: MoveDecision,
  { trouble }: TakenMoveLook,
): Promise<void> => {
  if (decision.kind === 'REFUSE') throw refusedPair(decision.refusal);
  if (decision.kind === 'WAIT') return wait(deps, going, decision.why, trouble);
  if (decision.kind === 'STEP') return take(deps, going, decision.step);
};

const wait = async (deps: MoveDeps, { giveUpAtMs }: Going, why: string, trouble: string | null): Promise<void> => {
  if (why === 'LOCK') throw new Error(`The lock that a move holds alone was lost with its connection. ${GOES_ON}`);
  if (deps.nowMs() >= giveUpAtMs) throw new Error(`${trouble ?? 'Others change the row of the pair'}. ${GOES_ON}`);
  await deps.rest(why === 'CHANGED' ? AFTER_CHANGE_MS : BETWEEN_LOOKS_MS);
};

/** A store that is away for a moment does not break a move off: it is looked at again. */
const take = async (deps: MoveDeps, going: Going, step: Parameters<typeof performMove>[1]): Promise<void> => {
  const startedMs = deps.nowMs();
  try {
    going.run = await performMove(deps, step, going.run);
    going.giveUpAtMs = deps.nowMs() + PATIENCE_MS;
  } catch (error) {
    if (!deps.isAway(error)) throw error;
    if (deps.nowMs() - startedMs > PATIENCE_MS) going.giveUpAtMs = deps.nowMs() + PATIENCE_MS;
    if (deps.nowMs() >= going.giveUpAtMs) throw error;
    await deps.rest(BETWEEN_LOOKS_MS);
  }
};
