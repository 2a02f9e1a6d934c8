import type { Position } from '../../aggregates/events';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { type DenyingDeps, takeAway } from '../handling/take-away';

export interface BlockUser {
  readonly userId: string;
  readonly change: 'BlockUser' | 'UnblockUser';
  readonly reason: string;
}

/** Ends tokens too, once this answers. Refuses USER_NOT_FOUND. */
export const blockUser =
  (deps: DenyingDeps) =>
  async (
    { userId, change, reason }: BlockUser,
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = deps.clock.iso();
    const request = { id: userId, context, command: { type: change, userId, reason, now } };
    const isBlock = change === 'BlockUser';
    const { position } = await takeAway(deps, user, request, {
      ...{ kind: 'USER_BLOCK', subject: userId, value: isBlock },
      isTakenBy: ({ type }) => type === (isBlock ? 'UserBlocked' : 'UserUnblocked'),
    });
    return { position };
  };
