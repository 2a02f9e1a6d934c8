import { isAfter, type Position } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';
import { isAccessRefused } from '../event-store/client/client-errors';
import { isEventStoreUnavailable } from '../event-store/client/unavailable';

/** Proof that the store still writes: own appends, or a newer head of the log. Reads prove nothing. */
export interface WriteProof {
  readonly watch: (append: EventStore['append']) => EventStore['append'];
  readonly headSeen: (head: Position) => void;
  /** The whole store was unreachable, which explains the failures. */
  readonly forget: () => void;
  /** Null while no failure is known. */
  readonly failing: () => Failing | null;
}

export interface Failing {
  readonly why: 'UNANSWERED' | 'REFUSED';
  /** From the first append that failed to the last. */
  readonly lastsMs: number;
}

/** Without a newer attempt, the state of the store counts as unknown after this time. */
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
