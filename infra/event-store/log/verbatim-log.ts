import { openLog } from '../../../packages/event-store/log/log';
import type { Logger } from '../../logger';
import type { VerbatimStore } from '../client/verbatim/verbatim-store';
import type { OwnLedger } from '../judging';
import { mustBeCopyable } from '../verbatim';
import { createSend } from './append';
import { newEventOf } from './raw-record';
import { createReads, readRecords } from './reading';

export interface VerbatimLog {
  readonly databaseUrl: string;
  /** Ledger of the streams that `readStream` reads. */
  readonly ledgerId: OwnLedger;
  readonly logger: Pick<Logger, 'warn'>;
}

const DEADLINE_MS = 10_000;

export const openVerbatimLog = ({ databaseUrl, ledgerId, logger }: VerbatimLog): VerbatimStore => {
  const warn = (message: string): void => logger.warn({}, `event log: ${message}`);
  const log = openLog({ databaseUrl, readSilenceMs: DEADLINE_MS, warn });
  const send = createSend(log, DEADLINE_MS);
  return {
    readAll: async function* (after) {
      for await (const records of readRecords(log, after, undefined, DEADLINE_MS)) yield* records;
    },
    append: async (stream, expected, records) => {
      records.forEach(mustBeCopyable);
      return send({ stream, expected, events: records.map(newEventOf) });
    },
    readStream: createReads({ log, ledgerId, deadlineMs: DEADLINE_MS }).readStream,
    close: log.close,
  };
};
