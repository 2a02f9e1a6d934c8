import { MEMBER_PERMISSIONS, memberMayDo } from '../../../aggregates/members/permissions';
import type { Mode } from '../../../aggregates/partner/events';
import { sessionIdOf } from '../../../commands/operator/console/session-id';
import { MEMBER_LONGEST_MS } from '../../../commands/partner/members/sessions';
import type { SignedInMember } from '../../../commands/partner/members/sign-in';
import type { MemberLink } from '../../../commands/partner/members/sign-in-link';
import type { MemberSession } from '../../../commands/ports/member-sessions';
import type { Membership } from '../../../commands/ports/memberships';
import type { HttpDeps } from '../deps';
import type { MemberLinkAnswer, MemberSessionAnswer, OwnSession, PartnerOfMember } from './session.dto';

type AnswerDeps = Pick<HttpDeps, 'members' | 'openAll'>;

const partnerOfMember = ({ partnerId, partnerName: name, role }: Membership): PartnerOfMember => ({
  ...{ partnerId, name, role },
});

const emailOf = async ({ openAll }: AnswerDeps, { email }: Membership): Promise<string | null> =>
  (await openAll([email]))[0] ?? null;

export const memberLinkAnswer = async (deps: AnswerDeps, { memberships, expiresAt }: MemberLink) => {
  const [first] = memberships;
  const email = first === undefined ? null : await emailOf(deps, first);
  return {
    ...deps.members.place,
    ...{ email, partners: memberships.map(partnerOfMember), expiresAt },
  } satisfies MemberLinkAnswer;
};

export const ownSession = (session: MemberSession, { tokenHash }: MemberSession): OwnSession => ({
  ...{ memberSessionId: sessionIdOf(session), startedAt: session.startedAt, usedAt: session.usedAt },
  ...{ address: session.address, browser: session.browser, isCurrent: session.tokenHash === tokenHash },
});

export const memberSessionAnswer = async (deps: AnswerDeps, { membership, session }: SignedInMember) => {
  const { memberId, role } = membership;
  const of = (mode: Mode) => MEMBER_PERMISSIONS.filter((permission) => memberMayDo(role, permission, mode));
  return {
    ...deps.members.place,
    ...{ memberId, email: await emailOf(deps, membership), partner: partnerOfMember(membership) },
    permissions: { live: of('live'), sandbox: of('sandbox') },
    ipAllowlist: [...membership.ipAllowlist],
    signedInAt: session.startedAt,
    expiresAt: new Date(Date.parse(session.startedAt) + MEMBER_LONGEST_MS).toISOString(),
  } satisfies MemberSessionAnswer;
};
