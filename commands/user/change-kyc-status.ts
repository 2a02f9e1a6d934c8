import type { Position } from '../../aggregates/events';
import type { KycStatus } from '../../aggregates/user/events';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { type HandleDeps, handle } from '../handling/handle';

/** Sets what the KYC gate reads. Refuses USER_NOT_FOUND. */
export const changeKycStatus =
  (deps: HandleDeps) =>
  async (
    { userId, status }: { readonly userId: string; readonly status: KycStatus },
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = new Date(deps.clock.now()).toISOString();
    const { position } = await handle(deps, user, {
      id: userId,
      context,
      command: { type: 'ChangeKycStatus', userId, status, now },
    });
    return { position };
  };
