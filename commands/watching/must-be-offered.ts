import type { NetworkName } from '../../aggregates/chain';
import { rejection } from '../../aggregates/rejection';
import type { CashoutSettings } from '../handling/settings';
import type { NetworkStanding, ReadNetworkStanding } from '../ports/chains/network-standing';
import type { Clock } from '../ports/clock';

export interface OfferDeps {
  readonly clock: Clock;
  readonly settings: Pick<CashoutSettings, 'quoteWindowSeconds'>;
  readonly readStanding: ReadNetworkStanding;
}

interface Wanted {
  readonly network: NetworkName;
  readonly assetId: number;
}

/** Refuses SERVICE_UNAVAILABLE where a payment might go unseen or unproved; the catalog still shows the asset. */
export const mustBeOffered = async (deps: OfferDeps, { network, assetId }: Wanted): Promise<void> => {
  const standing = await deps.readStanding(network);
  const refusal = whyNotOffered(standing, deps.clock.now(), deps.settings.quoteWindowSeconds, assetId);
  if (refusal !== null)
    throw rejection('SERVICE_UNAVAILABLE', `No new payments on ${network} for the moment: ${refusal}`);
};

/** For the caller, so without the operator's details; null when offered. */
export const whyNotOffered = (
  standing: NetworkStanding | null,
  nowMs: number,
  quoteWindowSeconds: number,
  assetId: number,
): string | null => {
  if (standing === null || standing.lookedAt === null) return 'it has not been looked at yet';
  const { lookedAt, questions } = standing;
  if (nowMs - Date.parse(lookedAt) > quoteWindowSeconds * 1000) return 'it has not been looked at for a while';
  if (questions.finality !== undefined) return 'its final history is in question';
  if (questions.gap !== undefined) return 'part of its history cannot be read';
  if (questions.receiver !== undefined) return 'its receiver is in question';
  const refused = [...(questions.haltedAssets ?? []), ...(questions.unfitAssets ?? [])];
  return refused.includes(assetId) ? 'this asset is in question' : null;
};
