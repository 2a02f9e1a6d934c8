import { sha256Hex } from '../../handling/secrets';
import type { Clock } from '../../ports/clock';
import type { MemberSession, MemberSessions } from '../../ports/member-sessions';
import type { FindMemberships } from '../../ports/memberships';
import type { SignedInMember } from './sign-in';

export const MEMBER_IDLE_MS = 8 * 3_600_000;

export const MEMBER_LONGEST_MS = 12 * 3_600_000;

const USE_EVERY_MS = 10_000;

export interface FindMemberSessionDeps {
  readonly clock: Clock;
  readonly memberships: FindMemberships;
  readonly sessions: Pick<MemberSessions, 'find' | 'use' | 'remove'>;
}

/** Null for an ended session, also once the member is removed, invited again, or the partner not active. */
export const findMemberSession =
  (deps: FindMemberSessionDeps) =>
  async (token: string): Promise<SignedInMember | null> => {
    const session = await deps.sessions.find(sha256Hex(token));
    if (session === null) return null;
    const membership = isOver(deps.clock, session) ? null : await membershipOf(deps, session);
    if (membership === null) {
      await deps.sessions.remove(session.tokenHash);
      return null;
    }
    if (sinceMs(deps.clock, session.usedAt) >= USE_EVERY_MS)
      await deps.sessions.use(session.tokenHash, deps.clock.iso());
    return { membership, session };
  };

const membershipOf = async (
  { memberships }: FindMemberSessionDeps,
  { partnerId, memberId, startedAt }: MemberSession,
): Promise<SignedInMember['membership'] | null> =>
  (await memberships(memberId)).find((each) => each.partnerId === partnerId && each.invitedAt <= startedAt) ?? null;

const isOver = (clock: Clock, { startedAt, usedAt }: MemberSession): boolean =>
  sinceMs(clock, usedAt) >= MEMBER_IDLE_MS || sinceMs(clock, startedAt) >= MEMBER_LONGEST_MS;

const sinceMs = (clock: Clock, at: string): number => clock.now() - Date.parse(at);
