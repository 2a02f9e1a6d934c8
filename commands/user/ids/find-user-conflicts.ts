import type { Mode } from '../../../aggregates/partner/events';
import type { UserEvent, Wallet } from '../../../aggregates/user/events';
import { type KnownUser, user } from '../../../aggregates/user/user';
import { type ReadDeps, readPast } from '../../handling/reading/read-stream';
import type { KeyVault, Lookup } from '../../ports/key-vault';
import { externalIdAfter, externalIdLookup, type UserScope, walletAfter, walletLookup } from './user-ids';

export interface UserConflict {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** ALIAS: found by an id not in the stream. NAMES_ANOTHER: a current id finds another user. NOT_FOUND: no user. */
  readonly problem: 'ALIAS' | 'NAMES_ANOTHER' | 'NOT_FOUND';
  readonly kind: Lookup['kind'] | null;
  readonly foundUserId: string | null;
  /** Hex, as the vault stores the look-up. */
  readonly digest: string;
}

export interface UserConflictDeps extends ReadDeps {
  readonly vault: Pick<KeyVault, 'find' | 'open'>;
  /** Hex, under every key in use, the current key first. */
  readonly digestsOf: (lookup: Lookup) => Promise<readonly [string, ...string[]]>;
}

/** Oldest first; the last of a kind is the user's current id. */
interface SaidIds {
  readonly wallets: readonly Wallet[];
  readonly externalIds: readonly string[];
}

/** Where look-ups (`digests`, hex) and the user's stream differ. Former ids are no aliases; erased users have none. */
export const findUserConflicts =
  (deps: UserConflictDeps) =>
  async (userId: string, digests: readonly string[]): Promise<readonly UserConflict[]> => {
    const { state, events } = await readPast(deps, user, userId);
    if (!('kyc' in state)) return [];
    const said = await saidIn(deps, events as unknown as readonly UserEvent[]);
    const { partnerId, mode } = state;
    const owner = { userId, partnerId, mode };
    const [misled, aliases] = await Promise.all([
      misledOf(deps, owner, await currentLookups(deps, owner, state)),
      aliasesOf(deps, owner, said, digests),
    ]);
    return [...misled, ...aliases];
  };

type Owner = UserScope & { readonly userId: string };

const saidIn = async ({ vault }: UserConflictDeps, events: readonly UserEvent[]): Promise<SaidIds> => {
  const sealed = events.map(externalIdAfter).filter((each) => each != null);
  const opened = await Promise.all(sealed.map(vault.open));
  return {
    wallets: events.map(walletAfter).filter((wallet) => wallet != null),
    externalIds: opened.filter((each) => each !== null),
  };
};

const currentLookups = async (
  { vault }: UserConflictDeps,
  scope: Owner,
  { wallet, externalUserId }: KnownUser,
): Promise<readonly Lookup[]> => {
  const opened = externalUserId === null ? null : await vault.open(externalUserId);
  return [
    ...(wallet === null ? [] : [walletLookup(scope, wallet)]),
    ...(opened === null ? [] : [externalIdLookup(scope, opened)]),
  ];
};

const misledOf = async (
  { vault, digestsOf }: UserConflictDeps,
  owner: Owner,
  lookups: readonly Lookup[],
): Promise<readonly UserConflict[]> => {
  const conflicts: UserConflict[] = [];
  for (const lookup of lookups) {
    const foundUserId = await vault.find(lookup);
    if (foundUserId === owner.userId) continue;
    const problem = foundUserId === null ? 'NOT_FOUND' : 'NAMES_ANOTHER';
    const [digest] = await digestsOf(lookup);
    conflicts.push({ ...owner, problem, kind: lookup.kind, foundUserId, digest });
  }
  return conflicts;
};

const aliasesOf = async (
  { digestsOf }: UserConflictDeps,
  owner: Owner,
  { wallets, externalIds }: SaidIds,
  digests: readonly string[],
): Promise<readonly UserConflict[]> => {
  const digestsOfAll = async (lookups: readonly Lookup[]): Promise<ReadonlySet<string>> =>
    new Set((await Promise.all(lookups.map(digestsOf))).flat());
  const known = await digestsOfAll([
    ...wallets.map((wallet) => walletLookup(owner, wallet)),
    ...externalIds.map((externalId) => externalIdLookup(owner, externalId)),
  ]);
  const bound = await digestsOfAll(wallets.map((wallet) => contactLookup(owner, wallet)));
  const unknown = digests.filter((digest) => !known.has(digest) && !bound.has(digest));
  // Each wallet with a bound contact has one more look-up, of a contact unknown here.
  const contacts = digests.filter((digest) => bound.has(digest)).length;
  if (unknown.length <= contacts) return [];
  const { userId: foundUserId } = owner;
  return unknown.map((digest) => ({ ...owner, problem: 'ALIAS', kind: null, foundUserId, digest }));
};

const contactLookup = ({ partnerId, mode }: UserScope, { blockchain, pubkey }: Wallet): Lookup => ({
  ...{ partnerId, mode, kind: 'LOGIN_CONTACT', value: `${blockchain}:${pubkey}` },
});
