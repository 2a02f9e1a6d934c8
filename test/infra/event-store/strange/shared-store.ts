import type { EventStore } from '../../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import type { ScriptedCluster } from '../scripted/cluster';

export interface Another {
  readonly type: string;
  readonly data?: unknown;
  readonly metadata?: unknown;
}

/** A store that others write to, and what they do there. */
export interface SharedStore {
  readonly store: EventStore;
  readonly write: (stream: string, ...events: readonly Another[]) => void;
  /** `revision` is the first that stays. */
  readonly truncate: (stream: string, revision: number) => void;
  readonly softDelete: (stream: string) => void;
}

export type OpenShared = (cluster: ScriptedCluster, ledgerId?: string) => Promise<SharedStore>;

const text = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** The deadline is far: these tests are about the events, not about the time. */
const onServer: OpenShared = async (cluster, ledgerId) => {
  const node = await cluster.node();
  const { log } = node;
  return {
    store: cluster.connect(node, { deadlineMs: 30_000, ledgerId: () => ledgerId ?? null }),
    write: (stream, ...events) =>
      log.write(
        stream,
        ...events.map(({ type, data = {}, metadata }) => ({ type, data: text(data), metadata: text(metadata) })),
      ),
    truncate: log.truncate,
    softDelete: log.softDelete,
  };
};

const inMemory: OpenShared = async (_, ledgerId) => {
  const store = createMemoryEventStore({ ledgerId: () => ledgerId ?? null });
  return {
    store,
    write: store.writeUnchecked,
    truncate: store.truncate,
    softDelete: (stream) => store.truncate(stream, Infinity),
  };
};

export const SHARED_STORES: readonly (readonly [string, OpenShared])[] = [
  ['in memory', inMemory],
  ['on a server', onServer],
];
