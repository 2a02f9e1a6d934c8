import type { Position } from '../../../aggregates/events';
import type { MemberRole } from '../../../aggregates/members/events';
import type { CommandContext } from '../../../commands/handling/context';
import type { OfMember } from '../../../commands/partner/members/change-member';
import type { InvitedMember, InviteMember } from '../../../commands/partner/members/invite-member';
import type { MemberSignIn, SignedInMember } from '../../../commands/partner/members/sign-in';
import type { LinkAsked, MemberLink } from '../../../commands/partner/members/sign-in-link';
import type { MemberSession, MemberSessions } from '../../../commands/ports/member-sessions';
import type { ConsoleFiles, SessionCookie } from '../ops/ops-deps';

interface Changed {
  readonly position: Position | null;
}

/** Members of partners: their sessions, and the dashboard. */
export interface MemberDeps {
  readonly place: { readonly environment: 'development' | 'test' | 'production'; readonly instance: string };
  readonly cookie: SessionCookie;
  /** The origin of the dashboard's pages; null: only what the browser itself calls the same origin. */
  readonly origin: string | null;
  /** Answers the seconds to wait, or null. Refuses PROVIDER_NOT_CONFIGURED. */
  readonly sendLink: (asked: LinkAsked) => Promise<{ readonly waitSeconds: number | null }>;
  /** Refuses LINK_NOT_VALID. */
  readonly lookAtLink: (token: string) => Promise<MemberLink>;
  /** Refuses LINK_NOT_VALID. */
  readonly signIn: (asked: MemberSignIn) => Promise<SignedInMember & Changed & { readonly token: string }>;
  /** Null for an ended session. */
  readonly findSession: (token: string) => Promise<SignedInMember | null>;
  /** Those of the person with the partner. */
  readonly listSessions: MemberSessions['list'];
  readonly signOut: (session: MemberSession, requestId: string) => Promise<void>;
  readonly invite: (asked: InviteMember, context: CommandContext) => Promise<InvitedMember>;
  readonly changeRole: (asked: OfMember & { readonly role: MemberRole }, context: CommandContext) => Promise<Changed>;
  readonly remove: (asked: OfMember, context: CommandContext) => Promise<Changed>;
  /** Files of the dashboard; empty when the dashboard was not built. */
  readonly files: ConsoleFiles;
}
