import { decideForgetOpening } from '../../../commands/pair/attach';
import type { TakeLook } from '../looking';
import { performStep, type StepDeps } from '../perform-step';
import { refusedPair } from '../refused-pair';

export interface ForgetDeps extends StepDeps {
  readonly takeLook: TakeLook;
}

/** Whoever finds the row changed so often meets others that write it. */
const MOST_LOOKS = 100;

/** The row of an opening that nothing came of is gone. Rejects with RefusedPair where there is none, or more beside it. */
export const forgetOpening = async (deps: ForgetDeps): Promise<void> => {
  let hasWritten = false;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const { look, trouble } = await deps.takeLook({ depth: 'END', onNewConnection: false });
    if (look === null) throw new Error(`The opening cannot be forgotten: ${trouble ?? 'away'}`);
    if (hasWritten && look.database.row === null) return;
    const decision = decideForgetOpening(look);
    if (decision.kind === 'REFUSE') throw refusedPair(decision.refusal);
    if (decision.kind === 'STEP') {
      await performStep(deps, decision.step);
      hasWritten = true;
    }
  }
  throw new Error('The opening cannot be forgotten: others write the row all the time');
};
