/** Role of an operator. */
export type OpsRole = 'viewer' | 'auditor' | 'operator' | 'approver' | 'admin';

/** Permissions beyond reading with masked personal data. */
export type OpsPermission = 'open' | 'export' | 'operate' | 'approve' | 'administer';

/** Where the console runs, for its frame and its title. */
export interface OpsPlace {
  environment: 'development' | 'test' | 'production';
  /** INSTANCE_ID of the service. */
  instance: string;
}

/** The operator, and the end of the session. */
export interface OpsSession extends OpsPlace {
  operator: OpsOperator;
  /** KEY: by `Authorization: Bearer`, without a session. */
  by: 'SESSION' | 'KEY';
  /** Modes that have networks in this installation. */
  modes: ('live' | 'sandbox')[];
  /** Null by key. */
  signedInAt: string | null;
  /** The session ends then at the latest, and after 30 minutes without a request. Null by key. */
  expiresAt: string | null;
}

export interface OpsOperator {
  name: string;
  role: OpsRole;
  permissions: OpsPermission[];
}

/** A link for signing in, unused. */
export interface OpsLink extends OpsPlace {
  operator: OpsOperator;
  /** Null: as long as the process that printed the link. */
  expiresAt: string | null;
}

export interface OpsLinkRequest {
  /**
   * From the fragment of the link.
   * @pattern ^[0-9a-f]{64}$ must be the token of a link
   * @example "9f2c6d1e8a4b7053c1d2e3f4a5b6c7d89f2c6d1e8a4b7053c1d2e3f4a5b6c7d8"
   */
  token: string;
}

/** Ways to sign in beside a link. */
export interface OpsSignInWays {
  /** Host of the identity provider; null without one. */
  identityProvider: string | null;
}

export interface OpsSignInStart {
  /** The page of the identity provider, where the browser goes. */
  url: string;
}
