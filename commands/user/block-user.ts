import type { Position } from '../../aggregates/events';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { type HandleDeps, handle } from '../handling/handle';

export interface BlockUser {
  readonly userId: string;
  readonly change: 'BlockUser' | 'UnblockUser';
  readonly reason: string;
}

/** A blocked user gets no token, and a token that is already out opens nothing. Refuses USER_NOT_FOUND. */
export const blockUser =
  (deps: HandleDeps) =>
  async (
    { userId, change, reason }: BlockUser,
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = new Date(deps.clock.now()).toISOString();
    const { position } = await handle(deps, user, {
      id: userId,
      context,
      command: { type: change, userId, reason, now },
    });
    return { position };
  };
