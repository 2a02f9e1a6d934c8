import type { Digits } from '../money';
import type { Mode } from '../partner/events';

/**
 * OperatorSignedIn -> OperatorSignedOut -> ...: the sessions of one operator that began or ended in one month of UTC.
 * MemberSignedIn -> MemberSignedOut -> ...: those of one person at the dashboard.
 * The other events -> ...: searches, exports and other acts of one operator on one day of UTC.
 */
export type ConsoleEvent =
  | { readonly type: 'OperatorSignedIn'; readonly data: OperatorSignedIn }
  | { readonly type: 'OperatorSignedOut'; readonly data: OperatorSignedOut }
  | { readonly type: 'MemberSignedIn'; readonly data: MemberSignedIn }
  | { readonly type: 'MemberSignedOut'; readonly data: MemberSignedOut }
  | { readonly type: 'PersonalDataSearched'; readonly data: PersonalDataSearched }
  | { readonly type: 'DataExportStarted'; readonly data: DataExportStarted }
  | { readonly type: 'DataExported'; readonly data: DataExported }
  | { readonly type: 'WebhooksReplayRequested'; readonly data: WebhooksReplayRequested }
  | { readonly type: 'AlertClosed'; readonly data: AlertClosed }
  | { readonly type: 'ParkedStreamsReplayed'; readonly data: ParkedStreamsReplayed }
  | { readonly type: 'RebuildCancelled'; readonly data: RebuildCancelled }
  | { readonly type: 'ProjectionSwapped'; readonly data: ProjectionSwapped };

interface OfSession {
  readonly operatorName: string;
  /** The same at the beginning and the end of a session. Grants no access. */
  readonly consoleSessionId: string;
}

export interface OperatorSignedIn extends OfSession {
  /** LINK: by a link that the operator's key made. OIDC: by the account at the identity provider. */
  readonly by: 'LINK' | 'OIDC';
  readonly signedInAt: string;
}

/** By the operator. A session that expires, or whose operator is revoked, ends without an event. */
export interface OperatorSignedOut extends OfSession {
  readonly signedOutAt: string;
}

interface OfMemberSession {
  readonly memberId: string;
  readonly partnerId: string;
  /** The same at the beginning and the end of a session. Grants no access. */
  readonly memberSessionId: string;
}

export interface MemberSignedIn extends OfMemberSession {
  /** LINK: by a link that was sent to the person's address. */
  readonly by: 'LINK';
  readonly signedInAt: string;
}

/** By the person. A session that runs out, or whose member is removed, ends without an event. */
export interface MemberSignedOut extends OfMemberSession {
  readonly signedOutAt: string;
}

/** Appended before the hits are answered. The reason stands in the metadata. */
export interface PersonalDataSearched {
  readonly operatorName: string;
  readonly kind: 'CPF' | 'CNPJ' | 'EMAIL';
  /** HMAC-SHA-256 in hex: shows that two searches had the same text, but not the text. */
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

interface OfExport {
  readonly operatorName: string;
  readonly file: 'AUDIT' | 'PAYMENTS';
  /** The last commit position that the file has. */
  readonly upTo: Digits;
  /** `YYYY-MM` of São Paulo; absent: every month. */
  readonly month?: string;
  /** Absent: every partner. */
  readonly partnerId?: string;
}

/** Before the first line. An export that breaks off has no DataExported. */
export interface DataExportStarted extends OfExport {
  readonly startedAt: string;
}

/** After the last line, and before the file ends. */
export interface DataExported extends OfExport {
  /** Without the line of names. */
  readonly rows: number;
  /** SHA-256 of the whole file, in hex. */
  readonly fileHash: string;
  readonly exportedAt: string;
}

/** Before the first replay; each webhook has an event of its own. Null fields restrict nothing. */
export interface WebhooksReplayRequested {
  readonly operatorName: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly state: 'EXHAUSTED' | 'DELIVERED';
  readonly event: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly deliveries: number;
  readonly requestedAt: string;
}

export interface AlertClosed {
  readonly operatorName: string;
  readonly kind: string;
  readonly subject: string;
  readonly closedAt: string;
}

export interface ParkedStreamsReplayed {
  readonly operatorName: string;
  readonly projection: string;
  readonly streams: number;
  /** Still parked. */
  readonly failed: number;
  readonly replayedAt: string;
}

export interface RebuildCancelled {
  readonly operatorName: string;
  readonly projection: string;
  readonly cancelledAt: string;
}
