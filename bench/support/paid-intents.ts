import type { EventStore } from '../../commands/ports/event-store';
import { intentIdIn } from '../../commands/quote/intent-id';
import { createBell } from '../../packages/event-store/timing/bell';

/** When intents were completed, on the clock of `performance.now()`. */
export interface Completions {
  /** Rejects when the intent of this memo is not completed in time. */
  readonly of: (memo: string, timeoutMs: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

const STREAM_PREFIX = 'cashout-';
const LOOK_EVERY_MS = 1_000;

export const followCompletions = (eventStore: Pick<EventStore, 'subscribe'>): Completions => {
  const atMs = new Map<string, number>();
  const bells = new Map<string, ReturnType<typeof createBell>>();
  const subscription = eventStore.subscribe(
    { commit: -1n, prepare: -1n },
    {
      onEvents: async (events) => {
        for (const { type, stream } of events) {
          if (type !== 'CashoutCompleted') continue;
          atMs.set(stream, performance.now());
          bells.get(stream)?.ring();
        }
      },
    },
    { streamPrefixes: [STREAM_PREFIX] },
  );
  const of = async (memo: string, timeoutMs: number): Promise<number> => {
    const stream = `${STREAM_PREFIX}${intentIdIn(memo)}`;
    const bell = createBell();
    bells.set(stream, bell);
    const giveUpAtMs = performance.now() + timeoutMs;
    while (performance.now() < giveUpAtMs) {
      const found = atMs.get(stream);
      if (found !== undefined) return found;
      await bell.wait(LOOK_EVERY_MS);
    }
    throw new Error(`${stream} was not completed within ${timeoutMs} ms`);
  };
  return { of, stop: subscription.stop };
};
