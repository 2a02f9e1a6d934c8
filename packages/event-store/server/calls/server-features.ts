import type { Call } from '../grpc/call';
import { frame } from '../grpc/frames';
import type { Handler } from '../grpc/grpc-server';
import { encode } from '../messages/wire';

/** The protocol version that clients rely on. */
const VERSION = '24.6.0';
const LEADER = 8;
const TICKS_PER_MS = 10_000;

const FEATURES: Readonly<Record<string, readonly string[]>> = {
  '/event_store.client.streams.Streams/Read': ['position', 'events'],
  '/event_store.client.streams.Streams/BatchAppend': ['deadline_duration'],
};

const methodOf = (path: string): Readonly<Record<string, unknown>> => {
  const [, serviceName, methodName] = path.toLowerCase().split('/');
  return { methodName, serviceName, features: FEATURES[path] ?? [] };
};

/** ServerFeatures/GetSupportedMethods: names in lower case. */
export const supportedMethodsCall =
  (paths: readonly string[]): Handler =>
  async (call: Call) => {
    await call.write(frame(encode('SupportedMethods', { methods: paths.map(methodOf), serverVersion: VERSION })));
  };

/** Gossip/Read: a cluster of one leader. */
export const gossipCall =
  (instanceId: string, nowMs: () => number, port: () => number): Handler =>
  async (call: Call) => {
    const member = {
      instanceId: { text: instanceId },
      timeStamp: nowMs() * TICKS_PER_MS,
      state: LEADER,
      isAlive: true,
      httpEndPoint: { address: 'localhost', port: port() },
    };
    await call.write(frame(encode('ClusterInfo', { members: [member] })));
  };
