import { isRejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { KycSessionFollowed } from '../../aggregates/user/events';
import { user } from '../../aggregates/user/user';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { DenyingDeps } from '../handling/revoke-right';
import type { Resolved } from '../payout/request-payout';

export interface FollowSession
  extends Pick<KycSessionFollowed, 'userId' | 'sessionId' | 'number' | 'revision' | 'status'> {
  readonly causeEventId: string;
}

/** The user's standing follows the session's status; a lost approval is in force when this answers. */
export const followSession =
  (deps: DenyingDeps & { readonly workerId: string }) =>
  async ({ userId, causeEventId, ...session }: FollowSession): Promise<Resolved> => {
    const context = systemContext(deps.workerId, commandIdOf('follow-kyc', causeEventId), causeEventId);
    const command = { type: 'FollowKycSession', userId, session, now: deps.clock.iso() } as const;
    try {
      const { events, state, writtenRevision } = await handle(deps, user, { id: userId, context, command });
      if (writtenRevision === null || !events.some(({ type }) => type === 'KycStatusChanged')) return 'done';
      const value = 'kyc' in state ? state.kyc : null;
      const stream = streamNameOf(user, userId);
      await deps.denials.deny({ kind: 'KYC_STATUS', subject: userId, stream, revision: writtenRevision, value });
    } catch (error) {
      // The user was erased meanwhile, so there is no standing to change.
      if (!isRejection(error) || error.rejection.code !== 'USER_NOT_FOUND') throw error;
    }
    return 'done';
  };
