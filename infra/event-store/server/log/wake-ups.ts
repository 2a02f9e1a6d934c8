import type { Bell } from '../../../timing/bell';
import type { StoredEvent } from './stored-event';

/** Wake-ups: followers of $all by any event, followers of a stream by its own. */
export interface WakeUps {
  /** Without a stream, for $all. The returned function unregisters. */
  readonly register: (bell: Bell, stream?: string) => () => void;
  readonly written: (events: readonly StoredEvent[]) => void;
  /** Wakes everyone. */
  readonly reloaded: () => void;
}

export const createWakeUps = (): WakeUps => {
  const everything = new Set<Bell>();
  const byStream = new Map<string, Set<Bell>>();

  const register = (bell: Bell, stream?: string): (() => void) => {
    const followers = stream === undefined ? everything : (byStream.get(stream) ?? new Set<Bell>());
    if (stream !== undefined) byStream.set(stream, followers);
    followers.add(bell);
    return () => {
      followers.delete(bell);
      if (stream !== undefined && followers.size === 0 && byStream.get(stream) === followers) byStream.delete(stream);
    };
  };

  const written = (events: readonly StoredEvent[]): void => {
    for (const bell of everything) bell.ring();
    if (byStream.size === 0) return;
    for (const event of events) for (const bell of byStream.get(event.stream) ?? []) bell.ring();
  };

  const reloaded = (): void => {
    for (const bell of everything) bell.ring();
    for (const followers of byStream.values()) for (const bell of followers) bell.ring();
  };

  return { register, written, reloaded };
};
