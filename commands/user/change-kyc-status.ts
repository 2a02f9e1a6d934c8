import type { Position } from '../../aggregates/events';
import type { KycStatus } from '../../aggregates/user/events';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { type DenyingDeps, revokeRight } from '../handling/revoke-right';

/** In force when it answers. Refuses USER_NOT_FOUND. */
export const changeKycStatus =
  (deps: DenyingDeps) =>
  async (
    { userId, status }: { readonly userId: string; readonly status: KycStatus },
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = deps.clock.iso();
    const request = { id: userId, context, command: { type: 'ChangeKycStatus', userId, status, now } } as const;
    const { position } = await revokeRight(deps, user, request, {
      ...{ kind: 'KYC_STATUS', subject: userId, value: status },
      isTakenBy: ({ type }) => type === 'KycStatusChanged',
    });
    return { position };
  };
