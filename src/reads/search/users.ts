import type { Mode } from '../../../aggregates/partner/events';
import type { Lookup } from '../../../commands/ports/key-vault';
import { externalIdLookup, type UserScope, walletLookup } from '../../../commands/user/ids/user-ids';
import { findAnyUser, listPartnerIds } from '../../../read-models/operators/operator-lists';
import type { Query } from '../../../read-models/table';
import type { Finder, Found, SearchDeps } from './found';

const MODES: readonly Mode[] = ['live', 'sandbox'];

/** Users with exactly this external id or wallet. The vault is asked once for every partner, mode and network. */
export const byOwnIds: Finder = async (deps, text, partnerId) => {
  const partnerIds = partnerId === null ? await listPartnerIds(deps.query) : [partnerId];
  const wallets = walletsOf(deps, text);
  const lookups = partnerIds
    .flatMap((each) => MODES.map((mode): UserScope => ({ partnerId: each, mode })))
    .flatMap((scope) => [externalIdLookup(scope, text), ...wallets.map((wallet) => walletLookup(scope, wallet))]);
  const holders = await deps.vault.findAll(lookups);
  const held = holders.flatMap((userId, index) => (userId === null ? [] : [{ userId, lookup: lookups[index]! }]));
  const found = await Promise.all(held.map(({ userId, lookup }) => foundUser(deps.query, userId, lookup)));
  return found.flat().sort((left, right) => (left.since < right.since ? -1 : 1));
};

/** The text as an address on every network whose family accepts it. */
const walletsOf = ({ walletNetworks, canonicalAddress }: SearchDeps, text: string) =>
  walletNetworks.flatMap(({ name: blockchain, family }) => {
    const pubkey = canonicalAddress(family, text);
    return pubkey === null ? [] : [{ blockchain, pubkey }];
  });

const foundUser = async (query: Query, userId: string, { kind }: Lookup): Promise<readonly Found[]> => {
  const row = await findAnyUser(query, userId);
  if (row === null) return [];
  const by = kind === 'WALLET' ? 'wallet' : 'external id';
  return [{ category: 'user', id: userId, by, partnerId: row.partner_id, mode: row.mode, since: row.created_at }];
};
