import type { Pool } from 'pg';
import { LEDGER_STREAM } from '../../aggregates/ledger/ledger';
import type { PairStep } from '../../commands/pair/decision';
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
 * What became of the step is another look's business: a row that was written meanwhile, a revision that was taken and an
 * append without an answer are all seen there.
 */
export const performStep = async (deps: StepDeps, step: PairStep): Promise<unknown> => {
  const { pool, store, keeper } = deps;
  switch (step.do) {
    case 'WRITE_ROW':
      return writePairRow(pool, step);
    case 'APPEND':
      return store.append(LEDGER_STREAM, step.expected, [proposedIdentity(step.coming)]);
    case 'STAY_QUIET':
      await deps.rest(step.ms);
      return deps.isStopping() ? null : writePairRow(pool, step.thenWrite);
    case 'MOVE_CHECKPOINT_BACK':
      return keeper.moveBack(step.misplaced, step.to);
  }
};
