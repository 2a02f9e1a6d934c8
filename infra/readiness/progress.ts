import { isAfter, type Position, START } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';
import { followedPrefixes, type Projection } from '../../projections/projection';
import { nextEvent } from '../event-store/next-event';

/** Progress of the projections by their checkpoints, in any process. */
export interface Progress {
  /** `head` is of the log as a whole. Rejects when a store is away. */
  readonly look: (head: Position) => Promise<void>;
  /** A store is away: that nothing moves is not the projections' fault. */
  readonly blinded: () => void;
  /** Projections that have not applied the events of the first check. */
  readonly starting: () => readonly string[];
  /** Projections that did not move for STANDS_AFTER_MS although our events wait. */
  readonly standing: () => readonly string[];
}

export interface ProgressOptions {
  readonly eventStore: Pick<EventStore, 'readAll'>;
  readonly projections: readonly Pick<Projection, 'name' | 'streamPrefixes'>[];
  readonly positions: () => Promise<ReadonlyMap<string, Position>>;
  /** Monotonic. */
  readonly nowMs: () => number;
}

export const STANDS_AFTER_MS = 20_000;
/** A store writes its own events too, so a growing log is searched for ours only this often. */
const PROVED_EVERY_MS = 5_000;

interface Place {
  position: Position;
  isStarting: boolean;
  /** When it moved, or lacked nothing, or was asked about last. */
  provedMs: number;
  lackingMs: number | null;
}

export const createProgress = ({ eventStore, projections, positions, nowMs }: ProgressOptions): Progress => {
  const streamPrefixes = [...new Set(projections.flatMap(followedPrefixes))];
  const places = new Map<string, Place>(
    projections.map(({ name }) => [name, { position: START, isStarting: true, provedMs: nowMs(), lackingMs: null }]),
  );
  let atFirst: Position | null = null;
  const named = (isNamed: (place: Place) => boolean): readonly string[] =>
    [...places].filter(([, place]) => isNamed(place)).map(([name]) => name);

  const look = async (head: Position): Promise<void> => {
    atFirst ??= head;
    const stored = await positions();
    const next = onceEach((after) => nextEvent(eventStore, after, streamPrefixes));
    for (const [name, place] of places) {
      moveTo(place, stored.get(name) ?? START, nowMs());
      if (!isAfter(head, place.position)) lacksNothing(place, nowMs());
      else if (isDue(place, nowMs())) prove(place, (await next(place.position))?.position ?? null, { atFirst, nowMs });
    }
  };
  return {
    look,
    blinded: () => {
      for (const place of places.values()) Object.assign(place, { provedMs: nowMs(), lackingMs: null });
    },
    starting: () => named(({ isStarting }) => isStarting),
    standing: () => named(({ lackingMs }) => lackingMs !== null && nowMs() - lackingMs >= STANDS_AFTER_MS),
  };
};

const moveTo = (place: Place, position: Position, atMs: number): void => {
  if (isAfter(position, place.position) || isAfter(place.position, position)) {
    Object.assign(place, { position, provedMs: atMs, lackingMs: null });
  }
};

const lacksNothing = (place: Place, atMs: number): void => {
  Object.assign(place, { isStarting: false, provedMs: atMs, lackingMs: null });
};

const isDue = ({ isStarting, lackingMs, provedMs }: Place, atMs: number): boolean =>
  isStarting || (lackingMs === null && atMs - provedMs >= PROVED_EVERY_MS);

interface Proving {
  /** Head of the log at the first look. */
  readonly atFirst: Position;
  readonly nowMs: () => number;
}

const prove = (place: Place, next: Position | null, { atFirst, nowMs }: Proving): void => {
  if (next === null) lacksNothing(place, nowMs());
  else {
    place.isStarting &&= !isAfter(next, atFirst);
    place.lackingMs ??= nowMs();
  }
};

/** Projections are mostly at the same place. */
const onceEach = <Answer>(ask: (after: Position) => Promise<Answer>): ((after: Position) => Promise<Answer>) => {
  const answers = new Map<string, Promise<Answer>>();
  return (after) => {
    const key = `${after.commit} ${after.prepare}`;
    const answer = answers.get(key) ?? ask(after);
    answers.set(key, answer);
    return answer;
  };
};
