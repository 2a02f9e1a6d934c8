/** OperatorSignedIn -> OperatorSignedOut -> ...: the sessions of one operator that began or ended in one month of UTC. */
export type ConsoleEvent =
  | { readonly type: 'OperatorSignedIn'; readonly data: OperatorSignedIn }
  | { readonly type: 'OperatorSignedOut'; readonly data: OperatorSignedOut };

interface OfSession {
  readonly operatorName: string;
  /** The same at the end as at the beginning; opens nothing. */
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
