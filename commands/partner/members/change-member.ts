import type { Position } from '../../../aggregates/events';
import type { MemberRole } from '../../../aggregates/members/events';
import { members } from '../../../aggregates/members/members';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import type { MemberSessions } from '../../ports/member-sessions';

export interface OfMember {
  readonly partnerId: string;
  readonly memberId: string;
}

interface Changed {
  readonly position: Position | null;
}

/** Repeatable. Refuses NOT_FOUND, and WRONG_STATE for the last owner. */
export const changeMemberRole =
  (deps: HandleDeps) =>
  async ({ partnerId, memberId, role }: OfMember & { readonly role: MemberRole }, context: CommandContext) => {
    const command = { type: 'ChangeMemberRole', partnerId, memberId, role, now: deps.clock.iso() } as const;
    const { position } = await handle(deps, members, { id: partnerId, context, command });
    return { position } satisfies Changed;
  };

/** Ends the sessions of the member before it answers. Repeatable. Refuses NOT_FOUND, and WRONG_STATE for the last owner. */
export const removeMember =
  (deps: HandleDeps & { readonly sessions: Pick<MemberSessions, 'removeOf'> }) =>
  async ({ partnerId, memberId }: OfMember, context: CommandContext) => {
    const command = { type: 'RemoveMember', partnerId, memberId, now: deps.clock.iso() } as const;
    const { position } = await handle(deps, members, { id: partnerId, context, command });
    await deps.sessions.removeOf({ partnerId, memberId });
    return { position } satisfies Changed;
  };
