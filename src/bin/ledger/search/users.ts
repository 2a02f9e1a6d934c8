import type { Mode } from '../../../../aggregates/partner/events';
import type { Lookup } from '../../../../commands/ports/key-vault';
import { externalIdLookup, type UserScope, walletLookup } from '../../../../commands/user/ids/user-ids';
import { inParallel } from '../../../../commands/watching/in-parallel';
import { canonicalAddress } from '../../../../infra/chains/families';
import { findAnyUser, listPartners } from '../../../../read-models/operators/operator-lists';
import type { Query } from '../../../../read-models/table';
import type { Session } from '../../wiring/session';
import { MOST_OF_A_PAGE } from '../lists/paging';
import type { Finder, Found } from './found';

const MODES: readonly Mode[] = ['live', 'sandbox'];

const AT_ONCE = 4;

/** Users with exactly this external id or wallet; asks the vault's look-ups of each (partner, mode). */
export const byOwnIds: Finder = async (session, text, partnerId) => {
  const { query, vault } = session.adapters.ports;
  const partnerIds = partnerId === null ? await everyPartner(query) : [partnerId];
  const wallets = walletsOf(session, text);
  const lookups = partnerIds
    .flatMap((each) => MODES.map((mode): UserScope => ({ partnerId: each, mode })))
    .flatMap((scope) => [externalIdLookup(scope, text), ...wallets.map((wallet) => walletLookup(scope, wallet))]);
  const found: Found[] = [];
  await inParallel(AT_ONCE, lookups, async (lookup) => {
    const userId = await vault.find(lookup);
    if (userId !== null) found.push(...(await foundUser(query, userId, lookup)));
  });
  return found.sort((left, right) => (left.since < right.since ? -1 : 1));
};

const everyPartner = async (query: Query): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (;;) {
    const rows = (await listPartners(query, { limit: MOST_OF_A_PAGE, cursor: ids.at(-1) })) ?? [];
    ids.push(...rows.slice(0, MOST_OF_A_PAGE).map(({ partner_id: id }) => id));
    if (rows.length <= MOST_OF_A_PAGE) return ids;
  }
};

/** The text as an address on every network whose family accepts it. */
const walletsOf = ({ adapters }: Session, text: string) => {
  const { networks, loginNetworks } = adapters.offer;
  const families = new Map([...networks, ...loginNetworks].map(({ name, family }) => [name, family]));
  return [...families].flatMap(([blockchain, family]) => {
    const pubkey = canonicalAddress(family, text);
    return pubkey === null ? [] : [{ blockchain, pubkey }];
  });
};

const foundUser = async (query: Query, userId: string, { kind }: Lookup): Promise<readonly Found[]> => {
  const row = await findAnyUser(query, userId);
  if (row === null) return [];
  const by = kind === 'WALLET' ? 'wallet' : 'external id';
  return [{ kind: 'user', id: userId, by, partnerId: row.partner_id, mode: row.mode, since: row.created_at }];
};
