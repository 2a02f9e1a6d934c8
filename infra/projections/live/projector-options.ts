import type { Pool } from 'pg';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Projection } from '../../../projections/projection';
import type { Logger } from '../../logger';
import type { PositionBoard } from '../waiting/wait';
import type { ParkedStream } from './applier';

export interface ProjectorOptions {
  readonly pool: Pool;
  /** For the one connection that holds the lock. */
  readonly databaseUrl: string;
  readonly eventStore: EventStore;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
  /** Shared with those who wait in this process. */
  readonly board?: PositionBoard;
  /** It is also logged. */
  readonly onParked?: (parked: ParkedStream) => void;
  readonly limits?: Partial<ProjectorLimits>;
}

export interface ProjectorLimits {
  readonly batchEvents: number;
  /** Per projection. */
  readonly queuedEvents: number;
  /** Per projection. */
  readonly cachedRows: number;
  /** A projection that wants nothing of what happens writes its checkpoint this often. */
  readonly idleCheckpointMs: number;
  /** After a lost database; doubled each time, up to 5 s. */
  readonly firstRetryMs: number;
  readonly poisonRetryDelaysMs: readonly number[];
  /** After so long without a word from the store its head is asked for. */
  readonly silenceMs: number;
}

export const DEFAULT_LIMITS: ProjectorLimits = {
  batchEvents: 500,
  queuedEvents: 5_000,
  cachedRows: 5_000,
  idleCheckpointMs: 1_000,
  firstRetryMs: 100,
  poisonRetryDelaysMs: [100, 300, 1_000, 3_000, 10_000],
  silenceMs: 10_000,
};
