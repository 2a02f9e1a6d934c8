import type { Pool } from 'pg';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Projection } from '../../../projections/projection';
import type { Logger } from '../../logger';
import type { PositionBoard } from '../waiting/wait';
import type { ParkedStream } from './applier';

export interface ProjectorOptions {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly eventStore: EventStore;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
  readonly board?: PositionBoard;
  readonly onParked?: (parked: ParkedStream) => void;
  readonly limits?: Partial<ProjectorLimits>;
}

export interface ProjectorLimits {
  readonly batchEvents: number;
  /** Per projection, as are `cachedRows`. */
  readonly queuedEvents: number;
  readonly cachedRows: number;
  /** How often an idle projection writes its checkpoint. */
  readonly idleCheckpointMs: number;
  /** After losing the database; doubles up to 5 s. */
  readonly firstRetryMs: number;
  readonly poisonRetryDelaysMs: readonly number[];
  /** After this long without a report the store's head is read. */
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
