import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { Wallet } from '../../aggregates/user/events';
import { sameWallet, user } from '../../aggregates/user/user';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { type HandleDeps, handle } from '../handling/handle';
import type { Ids } from '../ports/ids';
import type { KeyVault, Lookup } from '../ports/key-vault';

export interface RegisterUser {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly externalUserId: string | null;
  readonly wallet: Wallet | null;
}

export interface RegisteredUser {
  readonly userId: string;
  /** False when the user had been registered before. */
  readonly created: boolean;
  readonly position: Position | null;
}

/**
 * Registers a user, or finds the one that these ids belong to. The vault's look-up index decides whose an id is before
 * anything is written, so two racing registrations of one id make one user. Refuses VALIDATION_ERROR.
 */
export const registerUser =
  (deps: HandleDeps & { readonly ids: Ids; readonly vault: KeyVault }) =>
  async (input: RegisterUser, context: CommandContext): Promise<RegisteredUser> => {
    const userId = await claimIds(deps, input);
    const { partnerId, mode, wallet } = input;
    const externalUserId = input.externalUserId === null ? null : await deps.vault.seal(userId, input.externalUserId);
    const registeredAt = new Date(deps.clock.now()).toISOString();
    const owned: CommandContext = { ...context, subjectId: userId, isFresh: false };
    const registered = await handle(deps, user, {
      id: userId,
      // The same user however it is asked for, so that a repeated request meets the first one's event.
      context: { ...owned, commandId: commandIdOf('register-user', userId) },
      command: { type: 'RegisterUser', user: { userId, partnerId, mode, externalUserId, wallet, registeredAt } },
      opensStream: true,
    });
    const first = registered.events.find((event) => event.type === 'UserRegistered');
    const created = first?.data.registeredAt === registeredAt;
    const hasWallet = wallet === null || (created && sameWallet(first.data.wallet, wallet));
    const linked = hasWallet ? null : await linkWallet(deps, userId, wallet, owned);
    return { userId, created, position: linked ?? registered.position };
  };

const linkWallet = async (
  deps: HandleDeps,
  userId: string,
  wallet: Wallet,
  context: CommandContext,
): Promise<Position | null> => {
  const now = new Date(deps.clock.now()).toISOString();
  const { position } = await handle(deps, user, {
    id: userId,
    context: continuing(context, commandIdOf(context.commandId, 'link-wallet')),
    command: { type: 'LinkWallet', userId, wallet, now },
  });
  return position;
};

const claimIds = async (
  deps: { readonly ids: Ids; readonly vault: KeyVault },
  { partnerId, mode, externalUserId, wallet }: RegisterUser,
): Promise<string> => {
  const lookups: Lookup[] = [];
  if (externalUserId !== null) lookups.push({ partnerId, mode, kind: 'EXTERNAL_USER_ID', value: externalUserId });
  if (wallet !== null)
    lookups.push({ partnerId, mode, kind: 'WALLET', value: `${wallet.blockchain}:${wallet.pubkey}` });
  if (lookups.length === 0)
    throw rejection('VALIDATION_ERROR', 'One of externalUserId and pubkey is needed', {
      externalUserId: 'one of externalUserId and pubkey is needed',
    });
  const known = await Promise.all(lookups.map((lookup) => deps.vault.find(lookup)));
  const owners = new Set(known.filter((owner) => owner !== null));
  if (owners.size > 1) throw invalidField('pubkey', 'belongs to another user');
  let [owner = deps.ids.uuid()] = owners;
  // One after the other: whoever gets the first id gets them all, so that two equal requests never take one each.
  for (const [index, lookup] of lookups.entries()) {
    const holder = await deps.vault.claim(lookup, owner);
    if (index === 0) owner = holder;
    if (holder !== owner) throw invalidField('pubkey', 'belongs to another user');
  }
  return owner;
};
