import type { Position } from '../../../../aggregates/events';
import type { AppendResult, EventStore, ExpectedRevision } from '../../../../commands/ports/event-store';
import type { OwnLedger, RawRecord } from '../../judging';
import { mustBeCopyable } from '../../verbatim';
import { createSend } from '../append';
import { toEventData } from '../codec';
import { openConnection } from '../connection';
import { readWholeStream } from '../reading';
import { createSlots } from '../slots';
import { readVerbatim } from './read-verbatim';

/** A store whose records are read and written as they are: of any version and any writer. */
export interface VerbatimStore {
  /** In order, strictly after `after`, at least to the log's end at the start; continues after an interruption. */
  readonly readAll: (after: Position) => AsyncIterable<RawRecord>;
  /** All or nothing. Rejects with StreamFault on unwritable records, and on a stream that should have been new. */
  readonly append: (stream: string, expected: ExpectedRevision, records: readonly RawRecord[]) => Promise<AppendResult>;
  readonly readStream: EventStore['readStream'];
  readonly close: () => Promise<void>;
}

export interface VerbatimConnection {
  readonly connectionString: string;
  /** Ledger of the streams that `readStream` reads. */
  readonly ledgerId: OwnLedger;
  /** After this an append answers `unknown`, and a read without progress rejects. */
  readonly deadlineMs?: number;
}

/** The caller waits for the whole copy. */
const DEADLINE_MS = 10_000;
/** Includes repetitions of appends that a frozen server has not accepted. */
const APPENDS_AT_A_TIME = 16;

export const connectVerbatim = (options: VerbatimConnection): VerbatimStore => {
  const { connectionString, ledgerId, deadlineMs = DEADLINE_MS } = options;
  const connection = openConnection(connectionString);
  const send = createSend(connection, createSlots(APPENDS_AT_A_TIME, APPENDS_AT_A_TIME), deadlineMs);
  return {
    readAll: (after) => readVerbatim(connection, after, deadlineMs),
    append: async (stream, expected, records) => {
      records.forEach(mustBeCopyable);
      return send({ stream, expected, events: records.map(toEventData) });
    },
    readStream: (stream, fromRevision = 0) =>
      readWholeStream(connection, { stream, fromRevision, ledgerId }, deadlineMs),
    close: connection.close,
  };
};
