import { LEDGER_STREAM } from '../../aggregates/ledger/ledger';
import type { PairStep } from '../../commands/pair/decision';
import type { PairDeps } from './deps';
import { proposedIdentity } from './identity-event';
import { writePairRow } from './pair-row';

/**
 * The next look sees the result: a row that was written meanwhile, a revision that was taken, an append without an
 * answer.
 */
export const performStep = async (deps: PairDeps, step: PairStep, stopping: AbortSignal): Promise<unknown> => {
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
