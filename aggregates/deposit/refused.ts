import { referencesOf } from '../quote/partner-references';
import type { Candidate, FinalDeposit, NamedIntent, RefusedDeposit, UnmatchedReason } from './events';
import { isNamed, isOfOtherMode } from './matching';

export interface Naming {
  readonly intents: readonly (Omit<NamedIntent, 'label'> & { readonly memo: string })[];
  readonly assets: readonly { readonly assetId: number; readonly symbol: string; readonly decimals: number }[];
}

interface Refusal {
  readonly candidates: readonly Candidate[];
  readonly inTime: boolean;
}

const labelOf = (reason: UnmatchedReason, inTime: boolean): UnmatchedReason =>
  reason === 'INTENT_CLOSED' && !inTime ? 'LATE' : reason;

/** Candidates may come from a wrong row: only intents of the same mode that a memo names are reported. */
export const refusedBy = (
  final: FinalDeposit,
  { candidates, inTime }: Refusal,
  naming: Naming | undefined,
): { readonly refused?: RefusedDeposit } => {
  const intents = candidates.flatMap(({ intentId, reason }) => {
    const named = naming?.intents.find((intent) => intent.intentId === intentId && isNamed(final, intent));
    if (named === undefined || isOfOtherMode(final, named)) return [];
    const { partnerId, mode } = named;
    return [{ intentId, partnerId, mode, label: labelOf(reason, inTime), ...referencesOf(named) }];
  });
  if (intents.length === 0) return {};
  const { network, txid, assetId, contract, amountBaseUnits, sender, blockTime } = final;
  const asset = naming?.assets.find((known) => known.assetId === assetId);
  const unit = asset === undefined ? {} : { symbol: asset.symbol, decimals: asset.decimals };
  return { refused: { network, txid, assetId, contract, amountBaseUnits, sender, blockTime, ...unit, intents } };
};
