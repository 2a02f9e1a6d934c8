import type { Position } from '../../../aggregates/events';
import type { Wallet } from '../../../aggregates/user/events';
import type { CommandContext } from '../../handling/context';
import { type ChangeUserIdDeps, changeUserId } from './change-user-id';
import { type UserScope, walletLookup } from './user-ids';

export interface ChangeWallet extends UserScope {
  readonly userId: string;
  readonly wallet: Wallet;
}

/** Open intents keep their wallet. Refuses USER_NOT_FOUND, USER_CONFLICT, CONCURRENT_OPERATION. */
export const changeWallet =
  (deps: ChangeUserIdDeps) =>
  async (
    { userId, wallet, ...scope }: ChangeWallet,
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = deps.clock.iso();
    const change = {
      ...{ scope, userId, wanted: walletLookup(scope, wallet) },
      current: async (state: { readonly wallet: Wallet | null }) =>
        state.wallet === null ? null : walletLookup(scope, state.wallet),
      command: async ({ changes }: { readonly changes: number }) =>
        ({ type: 'ChangeWallet', userId, wallet, changes, now }) as const,
    };
    return changeUserId(deps)(change, context);
  };
