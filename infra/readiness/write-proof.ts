import { isAfter, type Position } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';
import { isAccessRefused } from '../event-store/client/client-errors';
import { isEventStoreUnavailable } from '../event-store/client/unavailable';

/**
 * Whether the store still writes. What costs no event proves nothing: reads, refusals of a wrong revision and
 * repetitions are answered by a leader that has lost its followers. So it is told by how this process's own appends end,
 * and by the log, which only shows what was written by a majority: whatever is newest there, nobody else's included.
 */
export interface WriteProof {
  readonly watch: (append: EventStore['append']) => EventStore['append'];
  readonly headSeen: (head: Position) => void;
  /** The store was away as a whole, which explains what failed. */
  readonly forget: () => void;
  /** Null while nothing speaks against it. */
  readonly failing: () => Failing | null;
}

export interface Failing {
  readonly why: 'UNANSWERED' | 'REFUSED';
  /** From the first append that failed to the last. */
  readonly lastsMs: number;
}

/** Nobody has tried since: whether it can be written is not known any more. */
const REMEMBERED_MS = 30_000;

interface Failure {
  readonly why: Failing['why'];
  readonly sinceMs: number;
  readonly lastMs: number;
  /** Read after the last append that failed; null until then. */
  readonly head: Position | null;
}

const whyFailed = (error: unknown): Failing['why'] | null => {
  if (isAccessRefused(error)) return 'REFUSED';
  return isEventStoreUnavailable(error) ? 'UNANSWERED' : null;
};

/** `nowMs` is monotonic. */
export const createWriteProof = (nowMs = (): number => performance.now()): WriteProof => {
  let failure: Failure | null = null;
  const failed = (why: Failing['why'], beganMs: number): void => {
    failure = { why, sinceMs: failure?.sinceMs ?? beganMs, lastMs: nowMs(), head: null };
  };
  const forget = (): void => {
    failure = null;
  };
  const watched =
    (append: EventStore['append']): EventStore['append'] =>
    async (stream, expected, events) => {
      const beganMs = nowMs();
      try {
        const result = await append(stream, expected, events);
        if (result.outcome === 'appended') forget();
        else if (result.outcome === 'unknown') failed('UNANSWERED', beganMs);
        return result;
      } catch (error) {
        const why = whyFailed(error);
        if (why !== null) failed(why, beganMs);
        throw error;
      }
    };
  return {
    watch: watched,
    headSeen: (head) => {
      if (failure === null) return;
      if (failure.head === null) failure = { ...failure, head };
      else if (isAfter(head, failure.head)) forget();
    },
    forget,
    failing: () => {
      if (failure !== null && nowMs() - failure.lastMs > REMEMBERED_MS) forget();
      return failure === null ? null : { why: failure.why, lastsMs: failure.lastMs - failure.sinceMs };
    },
  };
};

export const provedStore = (store: EventStore, { watch }: Pick<WriteProof, 'watch'>): EventStore => ({
  ...store,
  append: watch(store.append),
});
