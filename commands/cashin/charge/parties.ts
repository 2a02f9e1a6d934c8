import { cashin } from '../../../aggregates/cashin/cashin';
import type { RecordCharge, SeenPix } from '../../../aggregates/cashin/commands';
import { refusalOf } from '../../../aggregates/cashin/judging';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { type ReadDeps, recalledStateOf } from '../../handling/reading/read-stream';
import type { KeyVault } from '../../ports/key-vault';
import { sealForObligation } from '../../user/erasure/seal-for-obligation';
import type { Payer } from './payer';

export interface PartiesDeps extends ReadDeps {
  readonly vault: Pick<KeyVault, 'open' | 'seal'>;
}

/** Payer data for the tax obligation. Empty when no payment can be accepted, or when the user was erased. */
export const partiesOf = async (
  deps: PartiesDeps,
  facts: CashinFacts,
  payments: readonly SeenPix[],
): Promise<Pick<RecordCharge, 'parties'>> => {
  if (!(await mayBeAccepted(deps, facts, payments))) return {};
  const opened = await deps.vault.open(facts.payer);
  if (opened === null) return {};
  const { name, taxId } = JSON.parse(opened) as Payer;
  return { parties: await sealForObligation(deps, facts.userId, JSON.stringify({ name, taxId })) };
};

/** Saves the look-up for repeated answers. A refusal from remembered state also holds for the latest. */
const mayBeAccepted = async (
  deps: PartiesDeps,
  { intentId }: CashinFacts,
  payments: readonly SeenPix[],
): Promise<boolean> => {
  if (payments.length === 0) return false;
  const state = await recalledStateOf(deps, cashin, intentId);
  return state.status !== 'NONE' && payments.some((pix) => refusalOf(state, pix) === null);
};
