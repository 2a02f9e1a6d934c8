import type { Position } from '../../aggregates/events';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { type DenyingDeps, revokeRight } from '../handling/revoke-right';

export interface BlockUser {
  readonly userId: string;
  readonly change: 'BlockUser' | 'UnblockUser';
  readonly reason: string;
  readonly isForErasure?: true;
}

/** After the answer the user's tokens are invalid too. Refuses USER_NOT_FOUND. */
export const blockUser =
  (deps: DenyingDeps) =>
  async ({ change, ...said }: BlockUser, context: CommandContext): Promise<{ readonly position: Position | null }> => {
    const { userId } = said;
    const request = { id: userId, context, command: { type: change, ...said, now: deps.clock.iso() } };
    const isBlock = change === 'BlockUser';
    const { position } = await revokeRight(deps, user, request, {
      ...{ kind: 'USER_BLOCK', subject: userId, value: isBlock },
      isTakenBy: ({ type }) => type === (isBlock ? 'UserBlocked' : 'UserUnblocked'),
    });
    return { position };
  };
