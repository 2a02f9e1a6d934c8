import { createBoundedMap } from '../../../../commands/timing/bounded-map';

/**
 * Cache of last revisions; unknown streams are loaded before the commit, many per query. Only the writer changes known
 * revisions, so a loaded one is stale only after `forget`, and then dropped.
 */
export interface StreamStates {
  /** Last revision, -1 for no stream, undefined when not loaded. */
  readonly last: (stream: string) => number | undefined;
  readonly set: (stream: string, revision: number) => void;
  /** Loads the stream; `onLoaded` or `onFailed` reports. */
  readonly want: (stream: string) => void;
  readonly forget: () => void;
}

interface Settings {
  readonly load: (streams: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Far more than one commit touches, so that nothing in flight is evicted. */
  readonly capacity: number;
  readonly onLoaded: () => void;
  readonly onFailed: (streams: readonly string[], cause: string) => void;
}

export const createStreamStates = ({ load, capacity, onLoaded, onFailed }: Settings): StreamStates => {
  const known = createBoundedMap<number>(capacity);
  let wanted = new Set<string>();
  let loading = new Set<string>();
  let epoch = 0;

  const loadWanted = async (): Promise<void> => {
    const streams = [...wanted];
    const startedAt = epoch;
    for (const stream of streams) loading.add(stream);
    wanted = new Set();
    try {
      const revisions = await load(streams);
      if (startedAt !== epoch) return;
      for (const stream of streams) {
        loading.delete(stream);
        if (known.get(stream) === undefined) known.set(stream, revisions.get(stream) ?? -1);
      }
      onLoaded();
    } catch (error) {
      if (startedAt !== epoch) return;
      for (const stream of streams) loading.delete(stream);
      onFailed(streams, error instanceof Error ? error.message : String(error));
    }
  };

  const want = (stream: string): void => {
    if (loading.has(stream) || known.get(stream) !== undefined) return;
    if (wanted.size === 0) setImmediate(() => void loadWanted());
    wanted.add(stream);
  };

  const forget = (): void => {
    epoch += 1;
    known.clear();
    loading = new Set();
  };

  return { last: known.get, set: known.set, want, forget };
};
