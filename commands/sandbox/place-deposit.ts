import { cashout } from '../../aggregates/cashout/cashout';
import type { NetworkName } from '../../aggregates/chain';
import type { Mode } from '../../aggregates/partner/events';
import { invalidField } from '../../aggregates/rejection';
import { stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Catalog } from '../ports/catalog';
import type { PlayedTransaction, SandboxControls } from '../ports/sandbox-controls';
import { type DepositKind, depositsOf } from './deposit-kinds';

export interface PlaceDepositDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly catalog: Pick<Catalog, 'networks' | 'assets'>;
  readonly sandboxControls: Pick<SandboxControls, 'placeDeposit'>;
}

export interface PlaceDeposit {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly intentId: string;
  readonly kind: DepositKind;
}

export interface PlacedDeposit {
  readonly network: NetworkName;
  readonly transactions: readonly PlayedTransaction[];
}

/**
 * Pays an intent on the simulated network, rightly or not; null when no intent of the caller has this id. Writes no event:
 * the deposit is observed and matched like any other. Refuses VALIDATION_ERROR where the intent is paid elsewhere.
 */
export const placeDeposit =
  (deps: PlaceDepositDeps) =>
  async ({ partnerId, mode, intentId, kind }: PlaceDeposit): Promise<PlacedDeposit | null> => {
    const state = await stateOf(deps.eventStore, cashout, intentId);
    if (state.status === 'NONE' || state.facts.partnerId !== partnerId || state.facts.mode !== mode) return null;
    const { network, assetId } = state.facts;
    const deposits = depositsOf(kind, state.facts, otherAssetOn(deps.catalog, network, assetId));
    const transactions: PlayedTransaction[] = [];
    for (const deposit of deposits)
      transactions.push(await deps.sandboxControls.placeDeposit({ ...deposit, partnerId }));
    return { network, transactions };
  };

/** Throws where nothing can be played. */
const otherAssetOn = ({ networks, assets }: PlaceDepositDeps['catalog'], network: string, assetId: number): number => {
  const { family } = networks.find(({ name }) => name === network) ?? {};
  const other = assets.find((asset) => asset.network === network && asset.assetId !== assetId);
  if (family === 'simulated' && other !== undefined) return other.assetId;
  throw invalidField('intentId', `is paid on ${network}: only an intent on the simulated network can be paid here`);
};
