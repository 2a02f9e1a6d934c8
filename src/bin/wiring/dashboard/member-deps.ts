import path from 'node:path';
import { signInLinks } from '../../../../commands/handling/sign-in-links';
import { changeMemberRole, removeMember } from '../../../../commands/partner/members/change-member';
import { inviteMember } from '../../../../commands/partner/members/invite-member';
import { signOutMember } from '../../../../commands/partner/members/record-session';
import { findMemberSession } from '../../../../commands/partner/members/sessions';
import { signInMember } from '../../../../commands/partner/members/sign-in';
import {
  type KeptMemberLink,
  lookAtMemberLink,
  sendMemberLink,
} from '../../../../commands/partner/members/sign-in-link';
import { createMemberSessions } from '../../../../infra/http/member-sessions';
import { projectRoot } from '../../../../infra/project-root';
import type { Config } from '../../../config';
import type { HttpLogger } from '../../../http/deps';
import type { SessionCookie } from '../../../http/ops/ops-deps';
import type { MemberDeps } from '../../../http/session/member-deps';
import { membershipsIn } from '../../../reads/memberships';
import type { Adapters } from '../adapters';
import { readConsoleFiles } from '../ops-deps';

export interface MemberDepsOptions {
  readonly config: Pick<Config, 'PUBLIC_BASE_URL' | 'INSTANCE_ID' | 'NODE_ENV'>;
  readonly adapters: Pick<Adapters, 'ports' | 'pool'>;
  readonly logger: Pick<HttpLogger, 'warn'>;
  readonly standing: ReadonlyMap<string, KeptMemberLink>;
}

/** `config.PUBLIC_BASE_URL` is the service's own address when not configured. */
export const createMemberDeps = ({ config, adapters, logger, standing }: MemberDepsOptions): MemberDeps => {
  const { ports, pool } = adapters;
  const sessions = createMemberSessions(pool);
  const origin = config.PUBLIC_BASE_URL ?? null;
  const dashboardUrl = `${origin ?? ''}/dashboard/`;
  const links = signInLinks(ports, 'member-link', standing);
  const deps = { ...ports, sessions, links, memberships: membershipsIn(ports.query), dashboardUrl };
  return {
    place: { environment: config.NODE_ENV, instance: config.INSTANCE_ID },
    ...{ cookie: memberCookieOf(config), origin: origin === null ? null : new URL(origin).origin },
    sendLink: sendMemberLink(deps),
    lookAtLink: lookAtMemberLink(deps),
    signIn: signInMember(deps),
    findSession: findMemberSession(deps),
    listSessions: sessions.list,
    signOut: signOutMember(deps),
    invite: inviteMember(ports),
    changeRole: changeMemberRole(ports),
    remove: removeMember(deps),
    files: readConsoleFiles(path.join(projectRoot(), 'dist', 'dashboard'), logger, '/dashboard'),
  };
};

/** The configuration decides, not the socket: a proxy on the same machine looks like loopback. */
const memberCookieOf = ({ PUBLIC_BASE_URL, INSTANCE_ID }: Pick<Config, 'PUBLIC_BASE_URL' | 'INSTANCE_ID'>) => {
  const isSecure = PUBLIC_BASE_URL?.startsWith('https://') === true;
  return { name: `${isSecure ? '__Host-' : ''}lastro-partner-${INSTANCE_ID}`, isSecure } satisfies SessionCookie;
};
