import type { Position } from '../../../aggregates/events';
import { members } from '../../../aggregates/members/members';
import { invalidField, isRejection, rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import { sha256Hex } from '../../handling/secrets';
import type { Ids } from '../../ports/ids';
import type { MemberSession, MemberSessions } from '../../ports/member-sessions';
import type { Membership } from '../../ports/memberships';
import { recordSignIn } from './record-session';
import { type LinkDeps, lookAtMemberLink, takeMemberLink } from './sign-in-link';

export interface MemberSignIn {
  readonly token: string;
  /** Null: of the only partner. */
  readonly partnerId: string | null;
  readonly from: { readonly address: string; readonly browser: string; readonly requestId: string };
}

export interface SignedInMember {
  readonly membership: Membership;
  readonly session: MemberSession;
}

export type MemberSignInDeps = HandleDeps &
  LinkDeps & { readonly ids: Ids; readonly sessions: Pick<MemberSessions, 'add'> };

interface Begun extends SignedInMember {
  readonly token: string;
  readonly position: Position | null;
}

/** Uses the link up, and begins a session with one partner. Refuses LINK_NOT_VALID, VALIDATION_ERROR without a choice. */
export const signInMember =
  (deps: MemberSignInDeps) =>
  async ({ token: linkToken, partnerId, from }: MemberSignIn): Promise<Begun> => {
    chosen((await lookAtMemberLink(deps)(linkToken)).memberships, partnerId);
    const membership = chosen((await takeMemberLink(deps, linkToken)).memberships, partnerId);
    const position = await join(deps, membership, from.requestId);
    const token = deps.ids.hex(32);
    const startedAt = deps.clock.iso();
    const session: MemberSession = {
      ...{ tokenHash: sha256Hex(token), partnerId: membership.partnerId, memberId: membership.memberId },
      ...{ startedAt, usedAt: startedAt, address: from.address, browser: from.browser },
    };
    await recordSignIn(deps, session, from.requestId);
    await deps.sessions.add(session);
    return { token, membership, session, position };
  };

const chosen = (memberships: readonly Membership[], partnerId: string | null): Membership => {
  const among = partnerId === null ? memberships : memberships.filter((each) => each.partnerId === partnerId);
  const [only, ...others] = among;
  if (only === undefined || others.length > 0)
    throw invalidField('partnerId', 'must be one of the partners of the link');
  return only;
};

/** Reads the log, so that old rows sign in no removed member. */
const join = async (
  deps: MemberSignInDeps,
  { partnerId, memberId }: Membership,
  requestId: string,
): Promise<Position | null> => {
  const context: CommandContext = {
    ...{ commandId: deps.ids.uuid(), isFresh: true, correlationId: null, causationId: requestId, requestId },
    ...{ actor: { kind: 'member', id: memberId }, partnerId, subjectId: null, mode: null, reason: null },
  };
  const command = { type: 'JoinMember', partnerId, memberId, now: deps.clock.iso() } as const;
  try {
    return (await handle(deps, members, { id: partnerId, context, command })).position;
  } catch (error) {
    if (isRejection(error) && error.rejection.code === 'NOT_FOUND')
      throw rejection('LINK_NOT_VALID', 'This person is no longer a member');
    throw error;
  }
};
