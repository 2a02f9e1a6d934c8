import { EVERYTHING, type Narrowing, type Queries } from './queries';
import type { StoredEvent } from './stored-event';
import type { Tail } from './tail';
import type { WakeUps } from './wake-ups';

/** `events` are those in `(after, upTo]`, or fewer where a narrowing left some out: a reader filters by itself. */
export interface LogPage {
  readonly events: readonly StoredEvent[];
  readonly upTo: number;
}

/** The durable log as readers see it, gapless up to the head. */
export interface Log {
  readonly head: () => number;
  /** At most `limit` positions after `after`, fewer where their events are large. */
  readonly page: (after: number, limit: number, narrowing?: Narrowing) => Promise<LogPage>;
  /** Called by the writer once the events are durable. */
  readonly append: (events: readonly StoredEvent[]) => void;
  /** Called by the writer after each connect. */
  readonly reload: (head: number) => void;
  readonly queries: Queries;
  readonly wakeUps: WakeUps;
}

export const createLog = (queries: Queries, tail: Tail, wakeUps: WakeUps): Log => {
  let head = 0;

  const page = async (after: number, limit: number, narrowing: Narrowing = EVERYTHING): Promise<LogPage> => {
    const upTo = Math.min(after + limit, head);
    if (upTo <= after) return { events: [], upTo: after };
    const { events, isCut } = tail.after(after, upTo - after) ?? (await queries.between(after, upTo, narrowing));
    return { events, upTo: isCut ? (events.at(-1)?.position ?? upTo) : upTo };
  };

  const append = (events: readonly StoredEvent[]): void => {
    head += events.length;
    tail.push(events);
    wakeUps.written(events);
  };

  const reload = (newHead: number): void => {
    head = newHead;
    tail.clear();
    wakeUps.reloaded();
  };

  return { head: () => head, page, append, reload, queries, wakeUps };
};
