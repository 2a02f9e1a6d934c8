import { randomUUID } from 'node:crypto';
import { type EventLog, openLog } from '../log/log';
import { appendCall } from './calls/append-call';
import { batchAppendCall } from './calls/batch-append-call';
import { readCall } from './calls/read-call';
import { gossipCall, supportedMethodsCall } from './calls/server-features';
import { type GrpcSettings, type Handler, type Method, startGrpcServer } from './grpc/grpc-server';
import { accessDenied } from './grpc/refusal';

export interface EventStoreServerSettings extends Omit<GrpcSettings, 'nowMs'> {
  readonly databaseUrl: string;
}

export interface EventStoreServer {
  readonly port: number;
  /** Ends the appends in flight, then every connection. */
  readonly stop: () => Promise<void>;
}

/** A page takes milliseconds: after this silence its connection is dead. */
const READ_SILENCE_MS = 10_000;

const STREAMS = '/event_store.client.streams.Streams';
const FEATURES_PATH = '/event_store.client.server_features.ServerFeatures/GetSupportedMethods';
const GOSSIP_PATH = '/event_store.client.gossip.Gossip/Read';

/** The ledger deletes no event. */
const refuseToForget: Handler = async () => {
  throw accessDenied('Streams cannot be deleted');
};

const closed = (handler: Handler): Method => ({ handler, isPublic: false });
const open = (handler: Handler): Method => ({ handler, isPublic: true });

const methodsOf = (log: EventLog, port: () => number, warn: GrpcSettings['warn']): ReadonlyMap<string, Method> => {
  const methods = new Map<string, Method>([
    [`${STREAMS}/Read`, closed(readCall(log))],
    [`${STREAMS}/Append`, closed(appendCall(log))],
    [`${STREAMS}/BatchAppend`, closed(batchAppendCall(log, warn))],
    [`${STREAMS}/Delete`, closed(refuseToForget)],
    [`${STREAMS}/Tombstone`, closed(refuseToForget)],
    [GOSSIP_PATH, open(gossipCall(randomUUID(), Date.now, port))],
  ]);
  return methods.set(FEATURES_PATH, open(supportedMethodsCall([...methods.keys(), FEATURES_PATH])));
};

/** EventStoreDB's protocol over the log. */
export const startEventStoreServer = async (settings: EventStoreServerSettings): Promise<EventStoreServer> => {
  const { databaseUrl, warn } = settings;
  const log = openLog({ databaseUrl, readSilenceMs: READ_SILENCE_MS, warn });
  try {
    await log.connect();
    const methods = methodsOf(log, () => server.port, warn);
    const server = await startGrpcServer({ ...settings, nowMs: log.nowMs }, methods);
    const stop = async (): Promise<void> => {
      await log.close();
      await server.close();
    };
    return { port: server.port, stop };
  } catch (error) {
    await log.close();
    throw error;
  }
};
