import type { Mode } from '../partner/events';
import type { MemberRole } from './events';

/**
 * read: see. deliver: resend webhooks. simulate: act as users in the sandbox. configure: keys, webhook. administer:
 * members.
 */
export const MEMBER_PERMISSIONS = ['read', 'deliver', 'simulate', 'configure', 'administer'] as const;

export type MemberPermission = (typeof MEMBER_PERMISSIONS)[number];

const BOTH: readonly Mode[] = ['live', 'sandbox'];
const TEST: readonly Mode[] = ['sandbox'];

/** Actions of members in test mode move no real money. */
const MODES_OF: Readonly<Record<MemberRole, Readonly<Partial<Record<MemberPermission, readonly Mode[]>>>>> = {
  owner: { read: BOTH, deliver: BOTH, simulate: TEST, configure: BOTH, administer: BOTH },
  developer: { read: BOTH, deliver: BOTH, simulate: TEST, configure: TEST },
  viewer: { read: BOTH },
};

export const memberMayDo = (role: MemberRole, permission: MemberPermission, mode: Mode): boolean =>
  MODES_OF[role][permission]?.includes(mode) === true;

export const isMemberPermission = (text: string): text is MemberPermission =>
  MEMBER_PERMISSIONS.some((permission) => permission === text);
