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
    throw rejection('SERVICE_UNAVAILABLE', `New payments on ${network} are not possible now: ${refusal}`);
};

/** For the caller, so without the operator's details; null when offered. */
export const whyNotOffered = (
  standing: NetworkStanding | null,
  nowMs: number,
  quoteWindowSeconds: number,
  assetId: number,
): string | null => {
  if (standing === null || standing.lookedAt === null) return 'the network has not been scanned yet';
  const { lookedAt, questions } = standing;
  if (nowMs - Date.parse(lookedAt) > quoteWindowSeconds * 1000) return 'the last scan is too old';
  if (questions.finality !== undefined) return 'the final history is in doubt';
  if (questions.gap !== undefined) return 'a part of the history is unreadable';
  if (questions.receiver !== undefined) return 'the receiver is in doubt';
  const refused = [...(questions.haltedAssets ?? []), ...(questions.unfitAssets ?? [])];
  return refused.includes(assetId) ? 'this asset is in doubt' : null;
};
