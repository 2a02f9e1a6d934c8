import { randomUUID } from 'node:crypto';
import type { EventStore } from '../../commands/ports/event-store';
import { connectEventStore } from '../../infra/event-store/client/client';
import { connectVerbatim } from '../../infra/event-store/client/verbatim/verbatim-store';
import { createLogCopy } from '../../infra/pair/moving/copying/log-copy';
import { completedIntentStream } from '../seeds/intents';
import type { NewStream } from '../seeds/ledger';
import { serve } from './shared/serve';

export interface MoveLogSettings {
  readonly sourceUrl: string;
  readonly targetUrl: string;
}

export type MoveLog =
  /** So many events into the source, one append after the other; answers seconds. */
  | { readonly ask: 'WRITE'; readonly events: number }
  /** What the target lacks; answers seconds. */
  | { readonly ask: 'COPY' }
  /** The same; the process kills itself once so many are copied. */
  | { readonly ask: 'COPY_AND_DIE'; readonly afterEvents: number }
  /** Answers how many events each of the two logs has, when they are the same. */
  | { readonly ask: 'COMPARE' };

const DEADLINE_MS = 10_000;
/** Payments under way at the same time: no two events that follow each other are of one stream. */
const SIDE_BY_SIDE = 50;

const unheard = (): void => undefined;

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAtMs = performance.now();
  await work();
  return (performance.now() - startedAtMs) / 1_000;
};

const appendOne = async (
  eventStore: Pick<EventStore, 'append'>,
  { stream, events }: NewStream,
  at: number,
): Promise<boolean> => {
  const event = events[at];
  if (event === undefined) return false;
  const { outcome } = await eventStore.append(stream, at === 0 ? 'no_stream' : at - 1, [event]);
  if (outcome !== 'appended') throw new Error(`${stream}@${at} ended in ${outcome}`);
  return true;
};

const write = async (eventStore: Pick<EventStore, 'append'>, events: number): Promise<void> => {
  let written = 0;
  while (written < events) {
    const payments = Array.from({ length: SIDE_BY_SIDE }, () => completedIntentStream(randomUUID()));
    for (let at = 0, isMore = true; isMore && written < events; at += 1) {
      isMore = false;
      for (const payment of payments) {
        if (written === events || !(await appendOne(eventStore, payment, at))) break;
        written += 1;
        isMore = true;
      }
    }
  }
};

/** The part of a move that takes long: one log into another store, through what `ledger store move` does it with. */
serve(async ({ sourceUrl, targetUrl }: MoveLogSettings) => {
  const ledgerId = randomUUID();
  const adapter = connectEventStore({ connectionString: sourceUrl, deadlineMs: DEADLINE_MS });
  const open = (connectionString: string) => connectVerbatim({ connectionString, ledgerId: () => ledgerId });
  const [source, target] = [open(sourceUrl), open(targetUrl)];
  const logCopy = createLogCopy({ source, target, ledgerId });
  const answer = async (question: MoveLog): Promise<number> => {
    switch (question.ask) {
      case 'WRITE':
        return secondsOf(() => write(adapter, question.events));
      case 'COPY':
        return secondsOf(() => logCopy.copy(unheard));
      case 'COPY_AND_DIE':
        return logCopy.copy((done) => {
          if (done >= question.afterEvents) process.kill(process.pid, 'SIGKILL');
        });
      case 'COMPARE':
        return (await logCopy.compare(unheard)).count;
    }
  };
  return {
    answer,
    close: async () => {
      await Promise.all([adapter, source, target].map(({ close }) => close()));
    },
  };
});
