import type { Position } from '../../../aggregates/events';
import { isRejection, rejection } from '../../../aggregates/rejection';
import { type KnownUser, type UserCommand, user } from '../../../aggregates/user/user';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import { readPast } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import type { KeyVault, Lookup } from '../../ports/key-vault';
import { holderOf, type UserScope, userConflict } from './user-ids';

export type ChangeUserIdDeps = HandleDeps & { readonly vault: KeyVault };

export interface UserIdChange {
  readonly scope: UserScope;
  readonly userId: string;
  readonly wanted: Lookup;
  readonly current: (state: KnownUser) => Promise<Lookup | null>;
  readonly command: (state: KnownUser) => Promise<UserCommand>;
}

/** Beyond this many concurrent changes the caller must ask again. */
const MAXIMUM_ATTEMPTS = 5;

/** Claims the new look-up, appends, frees the old one. Refuses USER_NOT_FOUND, USER_CONFLICT, CONCURRENT_OPERATION. */
export const changeUserId =
  (deps: ChangeUserIdDeps) =>
  async (change: UserIdChange, context: CommandContext): Promise<{ readonly position: Position | null }> => {
    for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt += 1) {
      const done = await attemptChange(deps, change, context);
      if (done !== null) return done;
    }
    throw rejection('CONCURRENT_OPERATION', 'Another request is changing the user: repeat this request');
  };

const attemptChange = async (
  deps: ChangeUserIdDeps,
  change: UserIdChange,
  context: CommandContext,
): Promise<{ readonly position: Position | null } | null> => {
  const { userId, wanted } = change;
  const { state, revision } = await readPast(deps, user, userId);
  if (!('kyc' in state) || state.partnerId !== change.scope.partnerId || state.mode !== change.scope.mode) {
    throw rejection('USER_NOT_FOUND', 'No such user');
  }
  const current = await change.current(state);
  if (current?.value === wanted.value) return { position: null };
  const command = await change.command(state);
  await claim(deps, wanted, userId, revision);
  const owned = { ...context, subjectId: userId };
  try {
    const { position } = await handle(deps, user, { id: userId, context: owned, command });
    if (current !== null) await holderOf(deps, current);
    return { position };
  } catch (error) {
    if (!isRejection(error) || error.rejection.code !== 'CONCURRENT_OPERATION') throw error;
    // Decided on an old state. The claim stays: the winner may have wanted the same id.
    return null;
  }
};

const claim = async (deps: ChangeUserIdDeps, wanted: Lookup, userId: string, revision: number): Promise<void> => {
  const holder = await holderOf(deps, wanted);
  if (holder !== null && holder.userId !== userId) throw taken(wanted);
  if ((await deps.vault.claim(wanted, userId, revision)) !== userId) throw taken(wanted);
};

const taken = ({ kind }: Lookup) =>
  userConflict(`The ${kind === 'WALLET' ? 'wallet' : 'externalUserId'} belongs to another user`);
