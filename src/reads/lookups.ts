import type { ChainFamily, NetworkName } from '../../aggregates/chain';
import type { Mode } from '../../aggregates/partner/events';
import type { Sealed } from '../../aggregates/sealed';
import { streamNamed } from '../../aggregates/stream';
import type { Catalog } from '../../commands/ports/chains/catalog';
import type { PayoutProviders } from '../../commands/ports/providers/payout-provider';
import { readWhatWaits } from '../../read-models/due/what-waits';
import { findPartner } from '../../read-models/partners/partners';
import { partnerReader } from '../../read-models/reader';
import { findPayout } from '../../read-models/steps/payouts';
import type { Query } from '../../read-models/table';
import { findUser, findUsersByPubkey } from '../../read-models/users/users';

export const streamOfPayout = (query: Query) => async (providerKey: string) => {
  const found = await findPayout(query, providerKey);
  return found === null ? null : streamNamed(found.stream);
};

export const mayCreditAnyWallet =
  (query: Query) =>
  async (partnerId: string): Promise<boolean> =>
    (await findPartner(query, partnerId))?.features['cashin-any-wallet'] === true;

/** For tests of an instance without KYC. */
export const hasNoKyc =
  (query: Query) =>
  async ({ partnerId, mode }: { readonly partnerId: string; readonly mode: Mode }): Promise<boolean> =>
    mode === 'sandbox' && (await findPartner(query, partnerId))?.features['kyc-none'] === true;

interface Networks {
  readonly catalog: Pick<Catalog, 'networks'>;
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
}

export const canonicalAddressOn =
  ({ catalog, canonicalAddress }: Networks) =>
  (network: NetworkName, address: string): string | null => {
    const family = catalog.networks.find(({ name }) => name === network)?.family;
    return family === undefined ? null : canonicalAddress(family, address);
  };

interface World {
  readonly query: Query;
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
}

export const stateOfTheWorld = ({ query, payoutProviders }: World) => ({
  whatWaits: readWhatWaits(query),
  isProviderThere: (name: string, mode: Mode): boolean => payoutProviders.named(name, mode) !== null,
});

export const userLookups = (query: Query) => ({
  userNamed: async ({ partnerId, mode, userId }: { partnerId: string; mode: Mode; userId: string }) => {
    const row = await findUser(partnerReader(query, { partnerId, mode }), userId);
    return row === null ? null : { externalUserId: row.external_user_id as unknown as Sealed | null };
  },
  usersByPubkey: async ({ partnerId, mode, pubkey }: { partnerId: string; mode: Mode; pubkey: string }) =>
    (await findUsersByPubkey(partnerReader(query, { partnerId, mode }), pubkey)).map(({ user_id }) => user_id),
});
