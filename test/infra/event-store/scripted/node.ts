import { EventEmitter } from 'node:events';
import { Metadata, Server, type ServerUnaryCall, type ServiceDefinition, type sendUnaryData } from '@grpc/grpc-js';
import { isRefusal, type Refusal } from '../../../../packages/event-store/server/grpc/refusal';
import { encode } from '../../../../packages/event-store/server/messages/wire';
import { type BatchCall, type Desk, refuseAppend, serveAppend } from './appends';
import { openDoor } from './door';
import { createScriptedLog, type ScriptedLog } from './log';
import { isOfAll, type ReadCall, serveRead } from './reads';
import {
  type Asked,
  answerFirst,
  type Endpoint,
  isToldToEach,
  type Member,
  type MethodName,
  ordinary,
  type Script,
  STATE,
} from './script';

/** A server on loopback that answers as a real EventStoreDB did, or as its script says. */
export interface ScriptedNode extends Endpoint {
  readonly connectionString: string;
  readonly log: ScriptedLog;
  readonly script: Script;
  /** Every call so far. */
  readonly asked: readonly Asked[];
  /** Open connections. */
  readonly connections: () => number;
  /** Connections since the start. */
  readonly accepted: () => number;
  /** Resolves once the condition holds; it is looked at after every call, connection and its end. */
  readonly until: (condition: () => boolean) => Promise<void>;
  /** Ends every connection, and refuses new ones. */
  readonly shutDown: () => Promise<void>;
  /** Again, at the same port. */
  readonly listen: () => Promise<void>;
}

const asIs = (bytes: Buffer): Buffer => bytes;

const method = (path: string, requestStream: boolean, responseStream: boolean) => ({
  ...{ path, requestStream, responseStream },
  ...{ requestSerialize: asIs, requestDeserialize: asIs, responseSerialize: asIs, responseDeserialize: asIs },
});

const SERVICE: ServiceDefinition = {
  read: method('/event_store.client.streams.Streams/Read', false, true),
  batchAppend: method('/event_store.client.streams.Streams/BatchAppend', true, true),
  gossip: method('/event_store.client.gossip.Gossip/Read', false, false),
  features: method('/event_store.client.server_features.ServerFeatures/GetSupportedMethods', false, false),
};

interface Inside extends Desk {
  readonly asked: Asked[];
  readonly changed: EventEmitter;
  readonly self: () => Endpoint;
}

/** As grpc-js wants it. */
const statusOf = ({ status, message, trailers }: Refusal): Error => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error(message), { code: status, details: message, metadata });
};

const note = (inside: Inside, method: MethodName, metadata: Metadata, isOfAll = false) => {
  const requiresLeader = metadata.get('requires-leader')[0] === 'true';
  const asked: Asked = { method, requiresLeader, metadata, isOfAll };
  inside.asked.push(asked);
  const first = answerFirst(inside.script, asked);
  inside.changed.emit('changed');
  return first;
};

/** Scripted answers are thrown or emitted as refusals. */
const translateErrors = (call: EventEmitter): void => {
  const emit = call.emit.bind(call);
  call.emit = (event: string | symbol, ...rest: unknown[]): boolean =>
    event === 'error' && isRefusal(rest[0]) ? emit(event, statusOf(rest[0])) : emit(event, ...rest);
};

const onRead =
  (inside: Inside) =>
  (call: ReadCall): void => {
    translateErrors(call);
    const first = note(inside, 'Read', call.metadata, isOfAll(call.request));
    if (first === 'silence') return;
    try {
      if (first !== undefined) throw first;
      serveRead(call, inside);
    } catch (error) {
      call.emit('error', error);
    }
  };

/** A refusal with the leader's address ends the call; one without goes to each append. */
const refuse = (call: BatchCall, message: Buffer, refused: Refusal): void => {
  if (isToldToEach(refused)) refuseAppend(call, message, refused.message);
  else call.emit('error', refused);
};

const onBatchAppend =
  (inside: Inside) =>
  (call: BatchCall): void => {
    translateErrors(call);
    call.on('data', (message: Buffer) => {
      const first = note(inside, 'BatchAppend', call.metadata);
      if (first === undefined) void serveAppend(call, message, inside).then(() => inside.changed.emit('changed'));
      else if (first !== 'silence') refuse(call, message, first);
    });
    call.on('end', () => call.end());
  };

const gossipOf = ({ script, self }: Inside): Buffer => {
  const alone: Member = { ...self(), state: STATE[script.role] };
  const members = (script.members ?? [alone]).map(({ state, address, port }, index) => ({
    ...{ instanceId: { text: `00000000-0000-4000-8000-00000000000${index}` }, timeStamp: 1 },
    ...{ state, isAlive: true, httpEndPoint: { address, port } },
  }));
  return Buffer.from(encode('ClusterInfo', { members }));
};

const featuresOf = ({ script }: Inside): Buffer => {
  const methods = script.methods.map((methodName) => ({
    methodName,
    serviceName: 'event_store.client.streams.streams',
  }));
  return Buffer.from(encode('SupportedMethods', { methods, serverVersion: script.version }));
};

const onUnary =
  (inside: Inside, name: MethodName, answer: (inside: Inside) => Buffer) =>
  (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
    const first = note(inside, name, call.metadata);
    const dated = new Metadata();
    dated.set('date', new Date(inside.script.nowMs()).toUTCString());
    call.sendMetadata(dated);
    if (first === undefined) reply(null, answer(inside));
    else if (first !== 'silence') reply(statusOf(first));
  };

export const startNode = async (log = createScriptedLog()): Promise<ScriptedNode & { stop: () => Promise<void> }> => {
  const [server, changed, script] = [new Server(), new EventEmitter(), ordinary()];
  changed.setMaxListeners(0);
  const door = openDoor(server, changed);
  await door.listen();
  const self: Endpoint = { address: '127.0.0.1', port: door.port() };
  const inside: Inside = { log, script, inFlight: new Set(), asked: [], changed, self: () => self };
  server.addService(SERVICE, {
    read: onRead(inside),
    batchAppend: onBatchAppend(inside),
    gossip: onUnary(inside, 'Gossip', gossipOf),
    features: onUnary(inside, 'Features', featuresOf),
  });
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => changed.once('changed', resolve));
  };
  const stop = async (): Promise<void> => {
    await door.shutDown();
    server.forceShutdown();
  };
  return {
    ...self,
    ...{ log, script, asked: inside.asked, until, stop },
    ...{ connections: door.connections, accepted: door.accepted, shutDown: door.shutDown, listen: door.listen },
    connectionString: `esdb://127.0.0.1:${self.port}?tls=false`,
  };
};
