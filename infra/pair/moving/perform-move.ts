import type { LedgerArrival } from '../../../aggregates/ledger/events';
import { lastLossIn } from '../../../aggregates/ledger/last-loss';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import type { MoveRun, MoveStep } from '../../../commands/pair/moving/moving';
import { identityEventOf, proposedIdentity } from '../identity-event';
import { performStep, type StepDeps } from '../perform-step';
import { refusedPair } from '../refused-pair';
import type { MoveTarget } from './look-at-move';
import type { MovedRows } from './moved-rows';

export interface PerformMove extends StepDeps {
  readonly target: MoveTarget | null;
  readonly rows: MovedRows;
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  readonly step: MoveStep['do'];
  /** Events, or milliseconds where nothing but time passes. */
  readonly done: number;
  readonly total: number | null;
}

/** What the run has done afterwards. What became of the stores is another look's business. */
export const performMove = async (deps: PerformMove, step: MoveStep, run: MoveRun): Promise<MoveRun> => {
  const { rows } = deps;
  const onProgress = (done: number, total: number | null = null): void =>
    deps.onProgress({ step: step.do, done, total });
  onProgress(0);
  switch (step.do) {
    case 'COPY':
      await targetOf(deps).log.copy(onProgress);
      return { ...run, ...(step.pass === 'FIRST' ? { isCopied: true } : { isRestCopied: true }) };
    case 'AWAIT_QUIET':
      await deps.rest(step.ms);
      return { ...run, wasQuiet: true };
    case 'COMPARE':
      return { ...run, compared: { ...(await targetOf(deps).log.compare(onProgress)), ...(await lossOf(deps)) } };
    case 'PUT_BESIDE':
      await rows.putBeside(step.moveId, targetOf(deps).log.places(), onProgress);
      return { ...run, isBeside: true };
    case 'APPEND_TO_TARGET':
      await targetOf(deps).store.append(LEDGER_STREAM, 'no_stream', [proposedIdentity(step.coming)]);
      return run;
    case 'PUT_IN_PLACE':
      await rows.putInPlace(step.from, step.to);
      return run;
    case 'DROP_MOVE':
      await rows.dropMove(step.from, step.to);
      return run;
    case 'WRITE_ROW':
    case 'APPEND':
    case 'STAY_QUIET':
    case 'MOVE_CHECKPOINT_BACK':
    case 'ADOPT': {
      const refusal = await performStep(deps, step);
      if (refusal !== null) throw refusedPair(refusal);
      return run;
    }
  }
};

const targetOf = ({ target }: PerformMove): MoveTarget => {
  if (target === null) throw new Error('Nothing is copied to a store that is destroyed');
  return target;
};

/** The identity stream stays behind, and the target must know it all the same. */
const lossOf = async ({ store }: PerformMove): Promise<Pick<LedgerArrival, 'loss'>> => {
  const loss = lastLossIn((await store.readStream(LEDGER_STREAM)).map(identityEventOf));
  return loss === null ? {} : { loss };
};
