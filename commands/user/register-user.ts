import type { Position } from '../../aggregates/events';
import { isRejection, rejection } from '../../aggregates/rejection';
import type { UserRegistered, Wallet } from '../../aggregates/user/events';
import { type KnownUser, sameWallet, type UserState, user } from '../../aggregates/user/user';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';
import {
  externalIdLookup,
  type Holder,
  holderOf,
  refuseUserId,
  type UserScope,
  userConflict,
  walletLookup,
} from './ids/user-ids';

export interface RegisterUser extends UserScope {
  readonly externalUserId: string | null;
  readonly wallet: Wallet | null;
}

export interface RegisteredUser {
  readonly userId: string;
  readonly created: boolean;
  readonly position: Position | null;
}

type Deps = HandleDeps & { readonly ids: Ids; readonly vault: KeyVault };

/** The vault's claims come first: racing registrations make one user. Refuses VALIDATION_ERROR, USER_CONFLICT. */
export const registerUser =
  (deps: Deps) =>
  async (input: RegisterUser, context: CommandContext): Promise<RegisteredUser> => {
    const holder = await holderOfAll(deps, input);
    const known = holder !== null && 'kyc' in holder.past.state ? holder.past.state : null;
    if (known !== null) await mustFit(deps, known, input);
    const userId = await claimIds(deps, input, holder?.userId ?? deps.ids.uuid());
    const owned: CommandContext = { ...context, subjectId: userId, isFresh: false };
    const registered =
      known === null
        ? await register(deps, input, userId, owned)
        : { created: false, state: known, position: holder?.past.events[0]?.position ?? null };
    const completed = await complete(deps, { userId, ...registered }, input, owned);
    return { userId, created: registered.created, position: completed ?? registered.position };
  };

const holderOfAll = async (deps: Deps, input: RegisterUser): Promise<Holder | null> => {
  const { externalUserId, wallet } = input;
  if (externalUserId === null && wallet === null) {
    const detail = 'either externalUserId or pubkey is required';
    throw rejection('VALIDATION_ERROR', detail, { externalUserId: detail });
  }
  const [byExternalId, byWallet] = await Promise.all([
    externalUserId === null ? null : holderOf(deps, externalIdLookup(input, externalUserId)),
    wallet === null ? null : holderOf(deps, walletLookup(input, wallet)),
  ]);
  if (externalUserId === null) return byWallet;
  if (byExternalId === null) {
    if (byWallet !== null) throw userConflict('The wallet belongs to a user with a different externalUserId');
    await refuseUserId(deps, input, externalUserId);
  }
  if (byWallet !== null && byWallet.userId !== byExternalId?.userId) {
    throw userConflict('The externalUserId and the wallet belong to different users');
  }
  return byExternalId;
};

/** Each id equals the user's own, or the user has none of its kind. */
const mustFit = async ({ vault }: Deps, known: KnownUser, { externalUserId, wallet }: RegisterUser): Promise<void> => {
  if (wallet !== null && known.wallet !== null && !sameWallet(known.wallet, wallet)) {
    throw userConflict('The user has a different wallet');
  }
  if (externalUserId === null || known.externalUserId === null) return;
  if ((await vault.open(known.externalUserId)) !== externalUserId)
    throw userConflict('The user has a different externalUserId');
};

/** In sequence: two equal requests never take one id each. */
const claimIds = async ({ vault }: Deps, input: RegisterUser, candidate: string): Promise<string> => {
  const { externalUserId, wallet } = input;
  const owner =
    externalUserId === null ? candidate : await vault.claim(externalIdLookup(input, externalUserId), candidate);
  if (wallet === null) return owner;
  const holder = await vault.claim(walletLookup(input, wallet), owner);
  if (holder !== owner && externalUserId !== null) throw userConflict('The wallet belongs to another user');
  return holder;
};

interface Registered {
  readonly created: boolean;
  readonly state: UserState;
  readonly position: Position | null;
}

const register = async (
  deps: Deps,
  { partnerId, mode, externalUserId, wallet }: RegisterUser,
  userId: string,
  context: CommandContext,
): Promise<Registered> => {
  const sealed = externalUserId === null ? null : await deps.vault.seal(userId, externalUserId);
  const registeredAt = deps.clock.iso();
  const data: UserRegistered = { userId, partnerId, mode, externalUserId: sealed, wallet, registeredAt };
  const { events, state, position } = await handle(deps, user, {
    id: userId,
    // Derived from the user alone, so that repeated requests find the first event.
    context: { ...context, commandId: commandIdOf('register-user', userId) },
    command: { type: 'RegisterUser', user: data },
    opensStream: true,
  });
  const first = events.find((event) => event.type === 'UserRegistered');
  return { created: first?.data.registeredAt === registeredAt, state, position };
};

const complete = async (
  deps: Deps,
  { userId, state }: { readonly userId: string; readonly state: UserState },
  input: RegisterUser,
  context: CommandContext,
): Promise<Position | null> => {
  if (!('kyc' in state)) throw rejection('USER_NOT_FOUND', 'The user was erased');
  const { externalUserId, wallet } = input;
  const now = deps.clock.iso();
  let position: Position | null = null;
  if (externalUserId !== null && state.externalUserId === null) {
    const sealed = await deps.vault.seal(userId, externalUserId);
    ({ position } = await handle(deps, user, {
      id: userId,
      context: continuing(context, commandIdOf(context.commandId, 'first-external-id')),
      command: { type: 'ChangeExternalId', userId, externalUserId: sealed, changes: state.changes, now },
    }));
  }
  if (wallet === null || sameWallet(state.wallet, wallet)) return position;
  return (await linkWallet(deps, { userId, input, wallet, now }, context)) ?? position;
};

interface FirstWallet {
  readonly userId: string;
  readonly input: UserScope;
  readonly wallet: Wallet;
  readonly now: string;
}

const linkWallet = async (
  deps: Deps,
  { userId, input, wallet, now }: FirstWallet,
  context: CommandContext,
): Promise<Position | null> => {
  try {
    const { position } = await handle(deps, user, {
      id: userId,
      context: continuing(context, commandIdOf(context.commandId, 'link-wallet')),
      command: { type: 'LinkWallet', userId, wallet, now },
    });
    return position;
  } catch (error) {
    // Another wallet was first. If this one was linked since, its claim has a higher revision and stays.
    if (isRejection(error) && error.rejection.code === 'USER_CONFLICT') {
      await deps.vault.release(walletLookup(input, wallet), userId, 0);
    }
    throw error;
  }
};
