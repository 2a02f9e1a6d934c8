import type { Signal } from './signal';
import type { StoredEvent } from './stored-event';

/** Who is to be woken by what: followers of everything by any event, followers of a stream by that stream only. */
export interface WakeUps {
  /** Registers until the returned function is called; without a stream, for everything. */
  readonly register: (signal: Signal, stream?: string) => () => void;
  readonly written: (events: readonly StoredEvent[]) => void;
  /** The log may have changed in any way. */
  readonly reloaded: () => void;
}

export const createWakeUps = (): WakeUps => {
  const everything = new Set<Signal>();
  const byStream = new Map<string, Set<Signal>>();

  const register = (signal: Signal, stream?: string): (() => void) => {
    const followers = stream === undefined ? everything : (byStream.get(stream) ?? new Set<Signal>());
    if (stream !== undefined) byStream.set(stream, followers);
    followers.add(signal);
    return () => {
      followers.delete(signal);
      if (stream !== undefined && followers.size === 0 && byStream.get(stream) === followers) byStream.delete(stream);
    };
  };

  const written = (events: readonly StoredEvent[]): void => {
    for (const signal of everything) signal.raise();
    if (byStream.size === 0) return;
    for (const event of events) for (const signal of byStream.get(event.stream) ?? []) signal.raise();
  };

  const reloaded = (): void => {
    for (const signal of everything) signal.raise();
    for (const followers of byStream.values()) for (const signal of followers) signal.raise();
  };

  return { register, written, reloaded };
};
