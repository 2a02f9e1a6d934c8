import type { CashinFacts, KnownCashin } from '../../../aggregates/cashin/state';
import { user } from '../../../aggregates/user/user';
import { stateOf } from '../../handling/reading/read-stream';
import { asked } from '../../payout/outcome/payout-answer';
import type { CryptoDelivery, DestinationNeed } from '../../ports/providers/crypto-delivery';
import { type CashinDeps, callFor } from '../cashin-step';

export type Objection = { readonly code: string; readonly message: string };

const MISMATCH: Objection = {
  code: 'WALLET_MISMATCH',
  message: 'The user has changed the wallet',
};

const NEEDS: Readonly<Record<DestinationNeed, string>> = {
  TRUSTLINE: 'The wallet has no trustline for the asset',
  ACTIVATION: 'The wallet is not activated',
  TAG: 'The wallet needs a tag',
  TOKEN_ACCOUNT: 'The wallet has no account for the token',
};

export const objectionToDestination = async (
  deps: CashinDeps,
  { facts }: KnownCashin,
  provider: CryptoDelivery,
): Promise<Objection | 'UNKNOWN' | null> => {
  const mismatch = await objectionToWallet(deps, facts);
  if (mismatch !== null) return mismatch;
  const { assetId, network, destination } = facts;
  const question = { assetId, network, destination };
  const said = await asked(provider.name, () => provider.checkDestination(callFor(deps, facts), question));
  if (!said.ok) return 'UNKNOWN';
  const { canReceive, needs } = said.value;
  if (canReceive) return null;
  const message = needs === undefined ? 'The wallet cannot receive the asset' : NEEDS[needs];
  return { code: needs ?? 'DESTINATION_REFUSED', message };
};

/** A wallet that the user has changed gets no delivery, neither from us nor from the partner. */
export const objectionToWallet = async (deps: CashinDeps, facts: CashinFacts): Promise<Objection | null> =>
  (await isOwnWallet(deps, facts)) ? null : MISMATCH;

/** The wallet of an erased user is unknown; the check at the quote holds. */
const isOwnWallet = async (deps: CashinDeps, facts: CashinFacts): Promise<boolean> => {
  const { userId, partnerId, network, destination } = facts;
  const state = await stateOf(deps.eventStore, user, userId);
  if (state.status === 'ERASED') return true;
  const wallet = 'wallet' in state ? state.wallet : null;
  if (wallet !== null && deps.canonicalAddressOn(network, wallet.pubkey) === destination) return true;
  return deps.mayCreditAnyWallet(partnerId);
};
