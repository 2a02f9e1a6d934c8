export interface Right {
  readonly kind: RightKind;
  readonly subject: string;
}

export type RightKind =
  /** Subject: the key's id. */
  | 'API_KEY'
  /** Signing with an older secret. Subject: `<partner id>:<mode>`. */
  | 'HMAC_SECRET'
  /** Subject: the partner's id. Value: its standing. */
  | 'PARTNER'
  /** Subject: the partner's id. Value: the current list. */
  | 'IP_ALLOWLIST'
  /** Subject: the user's id. Value: whether blocked. */
  | 'USER_BLOCK'
  /** Subject: the user's id. Value: the current status. */
  | 'KYC_STATUS'
  /** Ended by erasure. Subject: the user's id. */
  | 'USER';

export interface Denial extends Right {
  readonly stream: string;
  readonly revision: number;
  /** The current value of the right; null where the kind is enough. Restoring a right is a later denial. */
  readonly value: DeniedValue;
}

export type DeniedValue = string | boolean | readonly string[] | null;

/** Covers the lag of projections: each guard reads it with its own row, and the later revision wins. */
export interface Denials {
  /** In force when it resolves; the later revision of two denials of a right stays. */
  readonly deny: (denial: Denial) => Promise<void>;
}
