import type { MemberRole } from '../../session/session.dto';

/** @example { "email": "ana@example.com", "role": "developer" } */
export interface InviteMemberRequest {
  /** @maxLength 254 */
  email: string;
  role: MemberRole;
}

/** @example { "role": "viewer" } */
export interface ChangeMemberRequest {
  role: MemberRole;
}

/** @example { "memberId": "0f8fad5b-d9cb-469f-a165-70867728950e", "email": "ana@example.com", "role": "developer", "status": "JOINED", "invitedAt": "2026-11-20T12:00:00.000Z", "joinedAt": "2026-11-20T12:01:00.000Z" } */
export interface MemberAnswer {
  memberId: string;
  /** Null when it can no longer be opened. */
  email: string | null;
  role: MemberRole;
  /** JOINED: has signed in since the invitation. */
  status: 'INVITED' | 'JOINED';
  invitedAt: string;
  joinedAt: string | null;
}
