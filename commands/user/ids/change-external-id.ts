import type { Position } from '../../../aggregates/events';
import type { KnownUser } from '../../../aggregates/user/user';
import type { CommandContext } from '../../handling/context';
import { type ChangeUserIdDeps, changeUserId } from './change-user-id';
import { externalIdLookup, refuseUserId, type UserScope } from './user-ids';

export interface ChangeExternalId extends UserScope {
  readonly userId: string;
  readonly externalUserId: string;
}

/** Refuses USER_NOT_FOUND, USER_CONFLICT, CONCURRENT_OPERATION, VALIDATION_ERROR for an id that is a userId. */
export const changeExternalId =
  (deps: ChangeUserIdDeps) =>
  async (
    { userId, externalUserId, ...scope }: ChangeExternalId,
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const { vault, clock } = deps;
    await refuseUserId(deps, scope, externalUserId);
    const now = clock.iso();
    const change = {
      ...{ scope, userId, wanted: externalIdLookup(scope, externalUserId) },
      current: async ({ externalUserId: before }: KnownUser) => {
        const opened = before === null ? null : await vault.open(before);
        return opened === null ? null : externalIdLookup(scope, opened);
      },
      command: async ({ changes }: KnownUser) => {
        const sealed = await vault.seal(userId, externalUserId);
        return { type: 'ChangeExternalId', userId, externalUserId: sealed, changes, now } as const;
      },
    };
    return changeUserId(deps)(change, context);
  };
