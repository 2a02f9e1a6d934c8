import type { Pool } from 'pg';
import { LEDGER_STREAM } from '../../aggregates/ledger/ledger';
import type { PairStep } from '../../commands/pair/decision';
import type { Refusal } from '../../commands/pair/refusing/refusal';
import type { EventStore } from '../../commands/ports/event-store';
import type { CheckpointKeeper } from './checkpoint-keeper';
import { proposedIdentity } from './identity-event';
import { writePairRow } from './pair-row';

export interface StepDeps {
  readonly pool: Pool;
  /** Without the gate: only the identity stream is written before the pair is found right. */
  readonly store: EventStore;
  readonly keeper: CheckpointKeeper;
  /** Ends early when the process stops. */
  readonly rest: (ms: number) => Promise<void>;
  readonly isStopping: () => boolean;
}

/**
 * Null, or what the step has found wrong. What became of the step is another look's business: a row that somebody wrote
 * meanwhile, a revision that was taken and an append without an answer are all seen there.
 */
export const performStep = async (deps: StepDeps, step: PairStep): Promise<Refusal | null> => {
  const { pool, store, keeper } = deps;
  switch (step.do) {
    case 'WRITE_ROW':
      await writePairRow(pool, step);
      return null;
    case 'APPEND':
      await store.append(LEDGER_STREAM, step.expected, [proposedIdentity(step.coming)]);
      return null;
    case 'STAY_QUIET':
      await deps.rest(step.ms);
      if (!deps.isStopping()) await writePairRow(pool, step.thenWrite);
      return null;
    case 'MOVE_CHECKPOINT_BACK':
      await keeper.moveBack(step.misplaced, step.to);
      return null;
    case 'ADOPT':
      throw new Error('the checkpoints are of a version that named no events: it was never released');
  }
};
