/** A right that can be taken away: the door that it opens, and whose it is. */
export interface Right {
  readonly kind: RightKind;
  /** Within its kind. */
  readonly subject: string;
}

export type RightKind =
  /** Subject: the key's id. */
  | 'API_KEY'
  /** Of signing as a partner in a mode with a secret issued before. Subject: `<partner id>:<mode>`. */
  | 'HMAC_SECRET'
  /** Subject: the partner's id. Value: how it stands now. */
  | 'PARTNER'
  /** From where a partner may call. Subject: its id. Value: the list as it is now. */
  | 'IP_ALLOWLIST'
  /** Subject: the user's id. Value: whether the user is blocked now. */
  | 'USER_BLOCK'
  /** Subject: the user's id. Value: the status as it is now. */
  | 'KYC_STATUS'
  /** Of being found at all, which erasure ends. Subject: the user's id. */
  | 'USER';

/** A right taken away by an event of a stream. */
export interface Denial extends Right {
  readonly stream: string;
  readonly revision: number;
  /** What the door's row will say; null where the kind says it all. Given back, it is a later denial that denies nothing. */
  readonly value: DeniedValue;
}

export type DeniedValue = string | boolean | readonly string[] | null;

/**
 * What was taken away and stands in the log, while no projection has been told yet. Every door consults it in the query
 * that finds its own row, and believes the later of the two: the denial's revision, or the one the row was written from.
 */
export interface Denials {
  /** In force when it resolves. Of two denials of one right the later revision stays. */
  readonly deny: (denial: Denial) => Promise<void>;
}
