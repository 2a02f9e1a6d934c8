import type { OpsReason } from '../work/changes.dto';

export interface OpsProjections {
  /** The last position of the log. */
  head: string;
  projections: OpsProjection[];
}

/** A projection, by the place in the log up to which its rows tell. */
export interface OpsProjection {
  name: string;
  /** Null: it has not begun. */
  position: string | null;
  /** The rows do not know the end of the log. */
  isBehind: boolean;
  parked: OpsParkedStream[];
  /** The last rebuild that was started here. */
  job: OpsRebuildJob | null;
}

/** Events of the stream wait until their fault is mended. */
export interface OpsParkedStream {
  stream: string;
  since: string;
  error: string;
}

export interface OpsRebuildJob {
  /** BLOCKED: rows differ, and the live ones are unchanged. LOST: its process ended. */
  state: 'RUNNING' | 'SWAPPED' | 'BLOCKED' | 'CANCELLED' | 'FAILED' | 'LOST';
  operatorName: string;
  startedAt: string;
  progress: OpsRebuildProgress | null;
  differences: OpsDifference[];
  /** Digest of the differences; an acceptance names the digest. */
  digest: string | null;
  error: string | null;
}

export interface OpsRebuildProgress {
  phase: 'reading' | 'writing' | 'comparing' | 'swapping' | 'done';
  /** @isInt */
  events: number;
  /** @isInt */
  eventsPerSecond: number;
  /**
   * Estimated.
   * @isInt
   */
  etaMs: number;
}

/** A value of a row that differs; null: the side has no such row or column. */
export interface OpsDifference {
  table: string;
  key: string | null;
  column: string | null;
  live: string | null;
  rebuilt: string | null;
}

export interface OpsAcceptance extends OpsReason {
  /**
   * Digest of the differences that were shown. Other differences are shown, not accepted.
   * @pattern ^[0-9a-f]{64}$ must be the digest of a rebuild
   */
  digest: string;
}

export interface OpsReplayed {
  stream: string;
  /** @isInt */
  events: number;
  /** Null: the stream is parked no more. */
  error: string | null;
}
