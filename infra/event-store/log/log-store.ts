import type { EventStore } from '../../../commands/ports/event-store';
import { type EventLog, type LogCounters, openLog } from '../../../packages/event-store/log/log';
import { createBell } from '../../../packages/event-store/timing/bell';
import type { Logger } from '../../logger';
import { type FollowedLog, startFollowing } from '../following';
import { NO_LEDGER_ID, type OwnLedger } from '../judging';
import { createAppend } from './append';
import { positionOf, rawOf } from './raw-record';
import { createReads, narrowingOf, patiently, placeOf } from './reading';

export interface LogStoreOptions {
  readonly databaseUrl: string;
  /** After this an append answers `unknown`, and a read without progress fails. 2,500 by default. */
  readonly deadlineMs?: number;
  /** Events that name another ledger are not ours. Null, as by default: every ledger's are. */
  readonly ledgerId?: OwnLedger;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface LogStore extends EventStore {
  /** Creates the tables and takes the log's lock, as the first append would. Rejects when another version writes. */
  readonly connect: () => Promise<void>;
  readonly counters: () => LogCounters;
  /** Cuts running calls; stop subscriptions first. */
  readonly close: () => Promise<void>;
}

const DEADLINE_MS = 2_500;
/** Events of a subscription's page, and the largest batch that a handler is given. */
const FOLLOWED_PAGE = 500;
const POLL_MS = 1_000;

const followedOf = (log: EventLog, deadlineMs: number, ledgerId: OwnLedger): FollowedLog => ({
  head: () => patiently(deadlineMs, async () => positionOf(await log.queries.head())),
  next: async (after, filter) => {
    const { events, upTo } = await log.page(placeOf(after), FOLLOWED_PAGE, narrowingOf(filter));
    return { records: events.map(rawOf), upTo: positionOf(upTo) };
  },
  onAppended: log.onAppended,
  pollMs: POLL_MS,
  ledgerId,
});

export const openLogStore = (options: LogStoreOptions): LogStore => {
  const { databaseUrl, deadlineMs = DEADLINE_MS, ledgerId = NO_LEDGER_ID, logger } = options;
  const warn = (message: string): void => logger.warn({}, `event log: ${message}`);
  const log = openLog({ databaseUrl, readSilenceMs: deadlineMs, warn });
  const followed = followedOf(log, deadlineMs, ledgerId);
  return {
    append: createAppend(log, deadlineMs),
    ...createReads({ log, ledgerId, deadlineMs }),
    subscribe: (after, handlers, filter) => startFollowing(followed, { after, handlers, filter }, createBell()),
    connect: log.connect,
    counters: log.counters,
    close: log.close,
  };
};
