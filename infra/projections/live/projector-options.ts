import type { Pool } from 'pg';
import { SECOND_LOOK_AFTER_MS } from '../../../commands/pair/standing';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Projection } from '../../../projections/projection';
import type { Logger } from '../../logger';
import type { Tenure } from '../../pair/tenure';
import type { ParkedStream } from '../rows/applier';
import type { PositionBoard } from '../waiting/wait';

export interface ProjectorOptions {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly eventStore: EventStore;
  readonly projections: readonly Projection[];
  /** Default: the prefixes of every stream of the ledger. */
  readonly streamPrefixes?: readonly string[];
  readonly logger: Logger;
  readonly tenure: Tenure;
  readonly board?: PositionBoard;
  readonly onParked?: (parked: ParkedStream) => void;
  /** True from `caughtUp` on, false once the subscription is cut. */
  readonly onFollowing?: (isFollowing: boolean) => void;
  /** Count of foreign records that the projector skipped in streams with our names. */
  readonly onForeign?: (records: number) => void;
  readonly limits?: Partial<ProjectorLimits>;
}

export interface ProjectorLimits {
  readonly batchEvents: number;
  readonly batchBytes: number;
  /** Per projection, as are `queuedBytes` and `cachedRows`. */
  readonly queuedEvents: number;
  /** Memory of the queued events; one chunk may exceed it. */
  readonly queuedBytes: number;
  readonly cachedRows: number;
  /** How often an idle projection writes its checkpoint. */
  readonly idleCheckpointMs: number;
  /** After losing the database; doubles up to 5 s. */
  readonly firstRetryMs: number;
  readonly poisonRetryDelaysMs: readonly number[];
  /** After this time without a report a second, short subscription proves the first one. */
  readonly silenceMs: number;
  /** Time between the two comparisons that find another log. */
  readonly secondLookMs: number;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_LIMITS: ProjectorLimits = {
  batchEvents: 500,
  batchBytes: 4 * MEBIBYTE,
  queuedEvents: 5_000,
  queuedBytes: 8 * MEBIBYTE,
  cachedRows: 5_000,
  idleCheckpointMs: 1_000,
  firstRetryMs: 100,
  poisonRetryDelaysMs: [100, 300, 1_000, 3_000, 10_000],
  silenceMs: 10_000,
  secondLookMs: SECOND_LOOK_AFTER_MS,
};
