import type { EventEmitter } from 'node:events';
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { cut, isNotReady, withoutLostLeader } from './client-errors';
import { type ChannelCredentials, guardCredentials } from './sockets';

type OpenStream = (service: unknown) => EventEmitter;
type StreamCreator = (service: unknown, name: string, open: OpenStream, cache?: unknown) => () => Promise<EventEmitter>;

interface Channel {
  readonly close: () => void;
  readonly getConnectivityState: (connect: boolean) => number;
  readonly internalChannel: { readonly credentials: ChannelCredentials };
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

interface CallOptions {
  readonly requiresLeader?: boolean;
}

/** Private members of the client, version 6.2.1; the contract suite fails when another version differs. */
interface Internals {
  supports: () => Promise<boolean>;
  GRPCStreamCreator: StreamCreator;
  callArguments: (options: CallOptions, callOptions?: unknown) => unknown;
  createChannel: () => Promise<Channel>;
  resolveUri: () => Promise<string>;
  shouldReconnect: (error: unknown) => readonly [boolean, Endpoint?];
  handleError: (client: { readonly getChannel: () => Channel }, error: unknown) => Promise<void>;
}

export interface GuardedClient {
  readonly client: EventStoreDBClient;
  /** Ends the client's calls and connections; never rejects, and dials no server. */
  readonly close: () => Promise<void>;
}

export interface Dialling {
  /** Dialled instead of asking the cluster. */
  readonly leader: Endpoint | null;
  /** True when another node may lead. With a single node the attempt is repeated. */
  readonly hasOtherNodes: boolean;
  /** Awaited before each dial. */
  readonly beforeDial: () => Promise<void>;
  /** The node is away, or does not lead; with the leader's address if the node sent it. */
  readonly onLost: (leader: Endpoint | null) => void;
}

/** For a single client that is never replaced. */
const UNSUPERVISED: Dialling = {
  leader: null,
  hasOtherNodes: false,
  beforeDial: async () => undefined,
  onLost: () => undefined,
};

/** The client's table of pending appends can get stray answers, which would end the process: they are dropped. */
const tolerateStrayAnswers = (stream: EventEmitter): EventEmitter => {
  for (const listener of stream.listeners('data') as ((answer: unknown) => void)[]) {
    stream.off('data', listener);
    stream.on('data', (answer: unknown) => {
      try {
        listener(answer);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    });
  }
  return stream;
};

/** Buffer of each stream between gRPC and the reader: those streams count events, not bytes. */
export const READ_AHEAD_EVENTS = 64;

/** The client's batch stream buffers 16 requests and then breaks: it needs room for all open appends. */
const BATCHES_BUFFERED = 512;

/** Only Node's default size reaches gRPC's own streams. */
const buffering = (objects: number, open: OpenStream): OpenStream => {
  return (grpc) => {
    const usual = getDefaultHighWaterMark(true);
    setDefaultHighWaterMark(true, objects);
    try {
      return open(grpc);
    } finally {
      setDefaultHighWaterMark(true, usual);
    }
  };
};

const guardStreams = (internals: Internals): void => {
  const create = internals.GRPCStreamCreator;
  internals.GRPCStreamCreator = (service, name, open, cache) => {
    const isBatchAppend = cache !== undefined;
    const openBounded = buffering(isBatchAppend ? BATCHES_BUFFERED : READ_AHEAD_EVENTS, open);
    const openGuarded: OpenStream = (grpc) => {
      const stream = openBounded(grpc);
      return (isBatchAppend ? tolerateStrayAnswers(stream) : stream).prependListener('error', withoutLostLeader);
    };
    return create(service, name, openGuarded, cache);
  };
};

/** A follower's answers are late, and appends that it forwards lose their order. */
const requireLeader = (internals: Internals): void => {
  const { callArguments } = internals;
  internals.callArguments = (options, callOptions) => callArguments({ ...options, requiresLeader: true }, callOptions);
};

const READY = 2;

/** Replaces the client's way to reconnect, which leaves streams and connections behind. */
const guardErrorHandler = (internals: Internals, { hasOtherNodes, onLost }: Dialling): void => {
  internals.handleError = async (grpc, error) => {
    const [isLost, leader = null] = internals.shouldReconnect(error);
    const isAnswer = grpc.getChannel().getConnectivityState(false) === READY;
    const isWorthAnother = leader !== null || hasOtherNodes || !isAnswer;
    if ((isLost || isNotReady(error)) && isWorthAnother) onLost(leader);
  };
};

/** Never dialled. */
const NOWHERE = '127.0.0.1:1';

/** The client does not expose its credentials, but it exposes its channels. */
const credentialsOf = async (internals: Internals, create: Internals['createChannel']): Promise<ChannelCredentials> => {
  const { resolveUri } = internals;
  internals.resolveUri = async () => NOWHERE;
  const channel = await create().finally(() => {
    internals.resolveUri = resolveUri;
  });
  channel.close();
  return channel.internalChannel.credentials;
};

/** `dispose` leaves the connection open; the returned function closes this connection and those of the discovery. */
const guardChannel = (internals: Internals, { leader, beforeDial }: Dialling): (() => void) => {
  const create = internals.createChannel;
  let current: Channel | null = null;
  let closed = false;
  let closeSockets: (() => void) | null = null;
  const mustBeOpen = (): void => {
    if (closed) throw cut();
  };
  internals.createChannel = async () => {
    await beforeDial();
    mustBeOpen();
    closeSockets ??= guardCredentials(await credentialsOf(internals, create));
    const channel = await create();
    current = channel;
    // The cluster may be found only after the close.
    if (closed) channel.close();
    mustBeOpen();
    return channel;
  };
  if (leader !== null) internals.resolveUri = async () => `${leader.address}:${leader.port}`;
  return () => {
    closed = true;
    current?.close();
    closeSockets?.();
  };
};

/** The client uses only the leader, survives a store that dies, and skips its feature request (no deadline). */
export const guardClient = (client: EventStoreDBClient, dialling: Dialling = UNSUPERVISED): GuardedClient => {
  const internals = client as unknown as Internals;
  internals.supports = async () => true;
  requireLeader(internals);
  guardStreams(internals);
  guardErrorHandler(internals, dialling);
  const closeChannel = guardChannel(internals, dialling);
  const close = async (): Promise<void> => {
    const disposed = client.dispose();
    closeChannel();
    await disposed;
  };
  return { client, close };
};
