import type { ChainFamily } from '../../../aggregates/chain';
import { hasFeature, type PartnerTerms } from '../../../aggregates/partner/terms';
import { invalidField, rejection } from '../../../aggregates/rejection';
import { user } from '../../../aggregates/user/user';
import type { UserCaller } from '../../handling/caller';
import { stateOf } from '../../handling/reading/read-stream';
import type { Network } from '../../ports/chains/catalog';
import type { EventStore } from '../../ports/event-store';

export interface DestinationDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  /** In its stored and compared form; null when the family has no such address. */
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
}

export interface AskedDestination {
  readonly user: Pick<UserCaller, 'userId' | 'pubkey'>;
  readonly network: Pick<Network, 'name' | 'family' | 'receivers'>;
  readonly terms: Pick<PartnerTerms, 'features'>;
  readonly wallet: string | null;
}

/** Refuses VALIDATION_ERROR for an address unknown to the network, WALLET_MISMATCH for another person's. */
export const destinationOf = async (deps: DestinationDeps, asked: AskedDestination): Promise<string> => {
  const { network, terms, wallet } = asked;
  const own = await ownWallets(deps, asked);
  const named = wallet === null ? (own[0] ?? null) : deps.canonicalAddress(network.family, wallet);
  if (named === null) {
    const detail = wallet === null ? 'is required: the user has no wallet on' : 'is not a valid address of';
    throw invalidField('destinationWallet', `${detail} ${network.name}`);
  }
  // A delivery to an own address would become a deposit.
  if (network.receivers.includes(named)) throw invalidField('destinationWallet', 'belongs to this service');
  if (own.includes(named) || hasFeature(terms, 'cashin-any-wallet')) return named;
  throw rejection('WALLET_MISMATCH', 'destinationWallet is not a wallet of the authenticated user');
};

/** An address of the user's own family counts as his on every network of it. */
const ownWallets = async (
  { eventStore, canonicalAddress }: DestinationDeps,
  { user: { userId, pubkey }, network }: AskedDestination,
): Promise<readonly string[]> => {
  const state = await stateOf(eventStore, user, userId);
  const linked = 'wallet' in state ? (state.wallet?.pubkey ?? null) : null;
  return [pubkey, linked].flatMap((text) => {
    const canonical = text === null ? null : canonicalAddress(network.family, text);
    return canonical === null ? [] : [canonical];
  });
};
