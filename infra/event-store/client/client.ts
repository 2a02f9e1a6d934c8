import type { Position } from '../../../aggregates/events';
import type { EventStore } from '../../../commands/ports/event-store';
import { NO_LEDGER_ID, type OwnLedger } from '../judging';
import { createAppend } from './append';
import { openConnection } from './connection';
import { openFeed } from './feed';
import { readHead, readLog, readWholeStream } from './reading';
import { createSlots } from './slots';
import { startSubscription } from './subscription';
import { recordsOf } from './verbatim/undecoded-records';

export interface EventStoreConnection {
  /** `esdb://...`, embedded store or cluster. */
  readonly connectionString: string;
  /** After this an append answers `unknown`, and a read without progress fails. 2,500 by default. */
  readonly deadlineMs?: number;
  /** After this silence a second, short subscription proves the first one. Default: 10,000. */
  readonly silenceMs?: number;
  /** Events that name another ledger are not ours. Null, as by default: every ledger's are. */
  readonly ledgerId?: OwnLedger;
}

export interface ConnectedEventStore extends EventStore {
  /** Cuts running calls and subscriptions; stop subscriptions first. */
  readonly close: () => Promise<void>;
}

const DEADLINE_MS = 2_500;
const SILENCE_MS = 10_000;
const APPENDS_AT_A_TIME = 400;
const APPENDS_WAITING = 10_000;

const hasMore = async (events: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _ of events) return true;
  return false;
};

export const connectEventStore = (options: EventStoreConnection): ConnectedEventStore => {
  const { connectionString, deadlineMs = DEADLINE_MS, silenceMs = SILENCE_MS } = options;
  const { ledgerId = NO_LEDGER_ID } = options;
  const connection = openConnection(connectionString);
  const head = (): Promise<Position> => readHead(connection, deadlineMs);
  return {
    append: createAppend(connection, createSlots(APPENDS_AT_A_TIME, APPENDS_WAITING), deadlineMs),
    readStream: (stream, fromRevision = 0) =>
      readWholeStream(connection, { stream, fromRevision, ledgerId }, deadlineMs),
    readAll: (after, filter, onStrange) => readLog(connection, { after, filter, ledgerId, onStrange }, deadlineMs),
    head,
    ...recordsOf(connection, deadlineMs),
    subscribe: (after, handlers, filter) =>
      startSubscription(after, handlers, {
        open: (position) => openFeed(connection, position, filter),
        head,
        bringsMore: (position) =>
          hasMore(readLog(connection, { after: position, filter, ledgerId, onStrange: undefined }, deadlineMs)),
        ...{ filter, ledgerId, silenceMs },
      }),
    close: connection.close,
  };
};
