import type { ClientBase } from 'pg';
import type { EventStore } from '../../commands/ports/event-store';
import type { ConsideredEvent, MisplacedCheckpoint, PairCheckpoint } from '../../commands/ports/pair';

/** What looks ask of the projections' checkpoints, and what steps have done to them. */
export interface CheckpointKeeper {
  /** On the look's own connection, in its snapshot: one for each projection that has begun. */
  readonly read: (client: ClientBase) => Promise<readonly PairCheckpoint[]>;
  /** Those whose event is not in its place in `store`. Rejects unless the store answers everything. */
  readonly misplaced: (
    store: EventStore,
    checkpoints: readonly PairCheckpoint[],
  ) => Promise<readonly MisplacedCheckpoint[]>;
  /** Parks the faulty stream, once, and lets the checkpoint name `to`; nothing where it names another event by now. */
  readonly moveBack: (misplaced: MisplacedCheckpoint, to: ConsideredEvent | 'START') => Promise<void>;
}
