import type { CallbackInbox } from '../../../commands/ports/callback-inbox';
import type { CallbackSource, OrderToAuthorize } from '../../../commands/ports/providers/callback-source';

/** Dependencies of the callback routes; assembled by `src/bin/wiring/callbacks.ts`. */
export interface CallbackDoor {
  readonly sources: readonly CallbackSource[];
  readonly store: CallbackInbox['store'];
  /** False while the stores are not known to belong together: then nothing is stored. */
  readonly mayStore: () => boolean;
  /** Something was stored and is due. */
  readonly onStored: () => void;
  /** True: the provider may pay its order. Rejects when a store does not answer. */
  readonly authorize: (provider: string, order: OrderToAuthorize) => Promise<boolean>;
}
