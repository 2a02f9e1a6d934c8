import type { NextFunction, Request, RequestHandler } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { networkOf } from '../../client-address';
import { stateOf } from '../request/request-state';
import { surfaceRefusal } from '../surface-refusal';

export interface RawBodyLimits {
  /** Bytes of one body. */
  readonly mostBytes: number;
  /** Bytes of all bodies that are read or stored now. */
  readonly mostHeldBytes: number;
  readonly mostAtOnce: number;
  /** Requests of one address or /64: a provider has few addresses, and a stranger must not use all slots. */
  readonly mostOfNetwork: number;
  /** Bytes of the bodies of one network: large bodies that never end must not use all memory. */
  readonly mostBytesOfNetwork: number;
}

export const CALLBACK_LIMITS: RawBodyLimits = {
  mostBytes: 1024 * 1024,
  mostHeldBytes: 32 * 1024 * 1024,
  mostAtOnce: 512,
  mostOfNetwork: 128,
  mostBytesOfNetwork: 8 * 1024 * 1024,
};

/** Requests and bytes that one network uses now. */
interface Share {
  requests: number;
  bytes: number;
}

interface Held {
  readonly limits: RawBodyLimits;
  readonly byNetwork: Map<string, Share>;
  requests: number;
  bytes: number;
}

/** Reads a callback's bytes of any type. Refuses a too large body with 413, and too many at once with 503. */
export const readRawBody = (limits: RawBodyLimits): RequestHandler => {
  const held: Held = { limits, byNetwork: new Map(), requests: 0, bytes: 0 };
  return (request, response, next) => {
    const network = networkOf(stateOf(request).address);
    const refused = isFull(held, network) ? full() : refusalOf(request, limits);
    if (refused !== null) {
      next(refused);
      return;
    }
    const share = enter(held, network);
    const collected = { bytes: 0 };
    response.once('close', () => leave(held, { network, share, bytes: collected.bytes }));
    collect(request, next, { held, share, collected });
  };
};

const isFull = ({ limits, byNetwork, requests, bytes }: Held, network: string): boolean => {
  const share = byNetwork.get(network) ?? { requests: 0, bytes: 0 };
  return (
    requests >= limits.mostAtOnce ||
    bytes >= limits.mostHeldBytes ||
    share.requests >= limits.mostOfNetwork ||
    share.bytes >= limits.mostBytesOfNetwork
  );
};

const enter = (held: Held, network: string): Share => {
  const share = held.byNetwork.get(network) ?? { requests: 0, bytes: 0 };
  held.byNetwork.set(network, share);
  held.requests += 1;
  share.requests += 1;
  return share;
};

interface Leaving {
  readonly network: string;
  readonly share: Share;
  readonly bytes: number;
}

const leave = (held: Held, { network, share, bytes }: Leaving): void => {
  held.requests -= 1;
  held.bytes -= bytes;
  share.requests -= 1;
  share.bytes -= bytes;
  if (share.requests === 0) held.byNetwork.delete(network);
};

const full = () => rejection('SERVICE_UNAVAILABLE', 'Too many callbacks at once: repeat the call later');
const tooLarge = ({ mostBytes }: RawBodyLimits) =>
  surfaceRefusal('PAYLOAD_TOO_LARGE', `A callback must have at most ${mostBytes} bytes`);

const refusalOf = ({ headers }: Request, limits: RawBodyLimits): Error | null => {
  const length = headers['content-length'];
  if (length !== undefined && BigInt(length) > limits.mostBytes) return tooLarge(limits);
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain ? null : surfaceRefusal('UNSUPPORTED_MEDIA_TYPE', 'A callback must not be compressed');
};

interface Collecting {
  readonly held: Held;
  readonly share: Share;
  readonly collected: { bytes: number };
}

const collect = (request: Request, next: NextFunction, { held, share, collected }: Collecting): void => {
  const chunks: Buffer[] = [];
  const finish = (error?: Error): void => {
    request.off('data', onData).off('end', onEnd).off('error', onError);
    const state = stateOf(request);
    state.arrivedMs = performance.now();
    if (error === undefined) state.body = Buffer.concat(chunks);
    next(error);
  };
  const onData = (chunk: Buffer): void => {
    collected.bytes += chunk.length;
    held.bytes += chunk.length;
    share.bytes += chunk.length;
    const isTooMuch = held.bytes > held.limits.mostHeldBytes || share.bytes > held.limits.mostBytesOfNetwork;
    if (collected.bytes > held.limits.mostBytes) finish(tooLarge(held.limits));
    else if (isTooMuch) finish(full());
    else chunks.push(chunk);
  };
  const onEnd = (): void => finish();
  // The caller has closed the connection: no answer is needed.
  const onError = (): void => finish(full());
  request.on('data', onData).on('end', onEnd).on('error', onError);
};
