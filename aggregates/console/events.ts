/**
 * OperatorSignedIn -> OperatorSignedOut -> ...: the sessions of one operator that began or ended in one month of UTC.
 * PersonalDataSearched, ProjectionSwapped -> ...: searches and swaps by one operator on one day of UTC.
 */
export type ConsoleEvent =
  | { readonly type: 'OperatorSignedIn'; readonly data: OperatorSignedIn }
  | { readonly type: 'OperatorSignedOut'; readonly data: OperatorSignedOut }
  | { readonly type: 'PersonalDataSearched'; readonly data: PersonalDataSearched }
  | { readonly type: 'ProjectionSwapped'; readonly data: ProjectionSwapped };

interface OfSession {
  readonly operatorName: string;
  /** The same at the beginning and the end of a session. Grants no access. */
  readonly consoleSessionId: string;
}

export interface OperatorSignedIn extends OfSession {
  /** LINK: by a link that the operator's key made. */
  readonly by: 'LINK';
  readonly signedInAt: string;
}

/** By the operator. A session that runs out, or whose operator is revoked, ends without an event. */
export interface OperatorSignedOut extends OfSession {
  readonly signedOutAt: string;
}

/** Appended before the hits are answered. The reason stands in the metadata. */
export interface PersonalDataSearched {
  readonly operatorName: string;
  readonly kind: 'CPF' | 'CNPJ' | 'EMAIL';
  /** HMAC-SHA-256 in hex: tells that two searches were for the same text, never for which. */
  readonly textHash: string;
  readonly hits: number;
  readonly searchedAt: string;
}

export interface ProjectionSwapped {
  readonly operatorName: string;
  readonly projection: string;
  /** Rows that differed, as an admin accepted them; at most ten a table are counted. */
  readonly differences: number;
  readonly swappedAt: string;
}
