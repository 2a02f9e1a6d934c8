import type { ClientBase, Pool } from 'pg';
import { decideEmbedded } from '../../commands/pair/decide-embedded';
import { decidePair } from '../../commands/pair/decide-pair';
import type { DecidePair } from '../../commands/pair/decision';
import type { Clock } from '../../commands/ports/clock';
import type { EventStore } from '../../commands/ports/event-store';
import type { Ids } from '../../commands/ports/ids';
import type { ConsideredEvent, MisplacedCheckpoint, PairCheckpoint } from '../../commands/ports/pair';
import type { Logger } from '../logger';
import type { SharedHold } from './holding/shared-hold';

export interface PairDeps {
  /** A separate pool: a comparison must not wait for the work that it guards. */
  readonly pool: Pool;
  /** Without the gate. */
  readonly store: EventStore;
  /** For a look on a new connection. */
  readonly connect: () => OpenedStore;
  readonly keeper: CheckpointKeeper;
  /** Log and rows are one database. */
  readonly isEmbedded: boolean;
  readonly hold: Pick<SharedHold, 'isHeld' | 'unheld'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  /** True for the error of an unreachable store: the step is repeated. */
  readonly isAway: (error: unknown) => boolean;
  readonly time: PairTime;
}

export interface OpenedStore extends EventStore {
  readonly close: () => Promise<void>;
}

/** The projections' checkpoints: comparisons read them, and steps change them. */
export interface CheckpointKeeper {
  /** On the comparison's own connection, in its snapshot: one for each projection that has begun. */
  readonly read: (client: ClientBase) => Promise<readonly PairCheckpoint[]>;
  /** Checkpoints whose event is at another position in `store`. Rejects unless the store answers everything. */
  readonly misplaced: (
    store: EventStore,
    checkpoints: readonly PairCheckpoint[],
  ) => Promise<readonly MisplacedCheckpoint[]>;
  /** Parks the faulty stream, once, and lets the checkpoint name `to`; no change where it names another event by now. */
  readonly moveBack: (misplaced: MisplacedCheckpoint, to: ConsideredEvent | 'START') => Promise<void>;
}

export interface PairTime {
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number;
  /** Ends early when the signal aborts. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const decideWhere = ({ isEmbedded }: Pick<PairDeps, 'isEmbedded'>): DecidePair =>
  isEmbedded ? decideEmbedded : decidePair;
