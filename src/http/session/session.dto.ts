/** Role of a member: an owner also invites, a developer sets up test mode, a viewer reads. */
export type MemberRole = 'owner' | 'developer' | 'viewer';

/** Permissions of a role in one mode. */
export type MemberPermission = 'read' | 'deliver' | 'simulate' | 'configure' | 'administer';

export interface MemberLinkRequest {
  /**
   * The e-mail address of a member.
   * @maxLength 254
   * @example "ana@example.com"
   */
  email: string;
}

/** @example { "sent": true } */
export interface MemberLinkSent {
  /** The same whether or not the address is of a member. */
  sent: true;
}

export interface MemberTokenRequest {
  /**
   * From the fragment of the link.
   * @pattern ^[0-9a-f]{64}$ must be the token of a link
   * @example "9f2c6d1e8a4b7053c1d2e3f4a5b6c7d89f2c6d1e8a4b7053c1d2e3f4a5b6c7d8"
   */
  token: string;
}

export interface MemberSignInRequest extends MemberTokenRequest {
  /**
   * The partner to sign in to; needed for a member of several.
   * @maxLength 64
   */
  partnerId?: string;
}

export interface MemberPlace {
  environment: 'development' | 'test' | 'production';
  /** INSTANCE_ID of the service. */
  instance: string;
}

/** @example { "partnerId": "0f8fad5b-d9cb-469f-a165-70867728950e", "name": "Acme", "role": "owner" } */
export interface PartnerOfMember {
  partnerId: string;
  name: string;
  role: MemberRole;
}

/** A link for signing in, unused. */
export interface MemberLinkAnswer extends MemberPlace {
  email: string | null;
  partners: PartnerOfMember[];
  /** Null: as long as the process that printed the link. */
  expiresAt: string | null;
}

/** The member, and the end of the session. */
export interface MemberSessionAnswer extends MemberPlace {
  memberId: string;
  email: string | null;
  partner: PartnerOfMember;
  /** Permissions of the role by mode. */
  permissions: { live: MemberPermission[]; sandbox: MemberPermission[] };
  /** Addresses and CIDRs that the partner's own credentials are accepted from; empty: any. */
  ipAllowlist: string[];
  signedInAt: string;
  /** The session ends then at the latest, and after 8 hours without a request. */
  expiresAt: string;
}

/** A session of the person who asks. */
export interface OwnSession {
  memberSessionId: string;
  startedAt: string;
  usedAt: string;
  address: string;
  browser: string;
  /** The session that asks. */
  isCurrent: boolean;
}
