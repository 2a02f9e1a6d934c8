import type { OpsRole } from '../session/session.dto';

/** A person who operates the ledger, without what opens anything. */
export interface OpsListedOperator {
  name: string;
  role: OpsRole;
  /** PENDING waits for the word of a second admin. */
  status: 'PENDING' | 'ACTIVE' | 'REVOKED';
  addedAt: string;
  /** The admin; null for the first operator. */
  addedBy: string | null;
}

export interface OpsConsoleSession {
  sessionId: string;
  operatorName: string;
  startedAt: string;
  usedAt: string;
  address: string;
  browser: string;
  /** The session that asks. */
  isCurrent: boolean;
}

export interface OpsAccessQuery {
  /** @maxLength 64 */
  operator?: string;
  /**
   * A day (UTC) or a time of RFC 3339, inclusive.
   * @maxLength 40
   */
  from?: string;
  /**
   * Exclusive.
   * @maxLength 40
   */
  to?: string;
  /**
   * How many, 1 to 200.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
  /** The `eventId` of the last event seen. */
  cursor?: string;
}
