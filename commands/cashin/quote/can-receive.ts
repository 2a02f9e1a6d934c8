import { invalidField } from '../../../aggregates/rejection';
import type { UserCaller } from '../../handling/caller';
import { asked } from '../../payout/outcome/payout-answer';
import type { Asset } from '../../ports/chains/catalog';
import type { Clock } from '../../ports/clock';
import type { CryptoDelivery } from '../../ports/providers/crypto-delivery';

const CHECK_TIMEOUT_MS = 3_000;

export interface Receiving {
  readonly user: Pick<UserCaller, 'partnerId' | 'mode' | 'userId'>;
  readonly asset: Asset;
  readonly destination: string;
}

/** Refuses VALIDATION_ERROR only for a definite no. No provider is asked where the partner delivers. */
export const canReceive = async (
  { clock }: { readonly clock: Clock },
  provider: CryptoDelivery | null,
  { user, asset, destination }: Receiving,
): Promise<void> => {
  if (provider === null) return;
  const { partnerId, mode, userId } = user;
  const call = { requestId: userId, partnerId, mode, deadlineMs: clock.now() + CHECK_TIMEOUT_MS };
  const { assetId, network } = asset;
  const answer = await asked(provider.name, () => provider.checkDestination(call, { assetId, network, destination }));
  if (!answer.ok || answer.value.canReceive) return;
  const { needs } = answer.value;
  throw invalidField(
    'destinationWallet',
    `cannot receive ${asset.symbol}${needs === undefined ? '' : ` yet: ${needs}`}`,
  );
};
