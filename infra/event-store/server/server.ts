import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CallCounts,
  countedCall,
  countedWriter,
  countersOf,
  createCallCounts,
  type ServerCounters,
} from './call-counts';
import { appendCall } from './calls/append-call';
import { batchAppendCall } from './calls/batch-append-call';
import { readCall } from './calls/read-call';
import { gossipCall, supportedMethodsCall } from './calls/server-features';
import { type Handler, type Method, startGrpcServer } from './grpc/grpc-server';
import { INTAKE_LIMITS } from './grpc/intake';
import { accessDenied } from './grpc/refusal';
import { createLog, type Log } from './log/log';
import { openQueries } from './log/queries';
import { createTail } from './log/tail';
import { createWakeUps } from './log/wake-ups';
import { startWriter, type Writer } from './log/writer';
import { connectWriter } from './log/writer-connection';
import type { EventStoreServerSettings } from './settings';

export interface EventStoreServer {
  readonly port: number;
  readonly counters: () => ServerCounters;
  /** Ends the commit in flight, then every connection. */
  readonly stop: () => Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
const TAIL_BYTES = 8 * MEBIBYTE;
const READ_CONNECTIONS = 6;
/** A commit or a page takes milliseconds: after this silence the connection is dead. */
const DATABASE_SILENCE_MS = 10_000;
const LIMITS = {
  queuedRequests: 20_000,
  queuedBytes: 64 * MEBIBYTE,
  commitEvents: 4_000,
  commitBytes: 8 * MEBIBYTE,
};

const STREAMS = '/event_store.client.streams.Streams';
const FEATURES_PATH = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods';
const GOSSIP_PATH = '/event_store.client.gossip.Gossip/Read';

/** The ledger forgets nothing. */
const refuseToForget: Handler = async () => {
  throw accessDenied('Streams cannot be deleted');
};

const closed = (handler: Handler): Method => ({ handler, isPublic: false });
const open = (handler: Handler): Method => ({ handler, isPublic: true });

interface Served {
  readonly log: Log;
  readonly writer: Writer;
  readonly counts: CallCounts;
  readonly port: () => number;
  readonly warn: (message: string) => void;
}

const methodsOf = ({ log, writer, counts, port, warn }: Served): ReadonlyMap<string, Method> => {
  const counted = (call: string, handler: Handler): [string, Method] => [
    `${STREAMS}/${call}`,
    closed(countedCall(counts, call, handler)),
  ];
  const methods = new Map<string, Method>([
    counted('Read', readCall(log, writer.lastRevision)),
    [`${STREAMS}/Append`, closed(appendCall(writer))],
    [`${STREAMS}/BatchAppend`, closed(batchAppendCall(writer, Date.now, warn))],
    counted('Delete', refuseToForget),
    counted('Tombstone', refuseToForget),
    [GOSSIP_PATH, open(gossipCall(randomUUID(), Date.now, port))],
  ]);
  return methods.set(FEATURES_PATH, open(supportedMethodsCall([...methods.keys(), FEATURES_PATH])));
};

/** EventStoreDB's protocol over one PostgreSQL table (design: event-store, section 5). */
export const startEventStoreServer = async (
  settings: EventStoreServerSettings,
  warn: (message: string) => void,
): Promise<EventStoreServer> => {
  const { databaseUrl, lockWaitMs } = settings;
  const silenceMs = DATABASE_SILENCE_MS;
  const queries = openQueries({ databaseUrl, connections: READ_CONNECTIONS, silenceMs, warn });
  const log = createLog(queries, createTail(TAIL_BYTES), createWakeUps());
  const onLost = (cause: string): void => writer.reconnect(cause);
  const connect = () => connectWriter({ databaseUrl, lockWaitMs, silenceMs, onLost });
  const writer = await startWriter({ log, connect, nowMs: Date.now, pause, limits: LIMITS, warn });
  const counts = createCallCounts();
  const methods = methodsOf({ log, writer: countedWriter(counts, writer), counts, port: () => server.port, warn });
  const server = await startGrpcServer({ ...settings, nowMs: Date.now, warn, intake: INTAKE_LIMITS }, methods);
  const stop = async (): Promise<void> => {
    await writer.stop();
    await server.close();
    await queries.close();
  };
  return { port: server.port, counters: () => countersOf(counts), stop };
};
