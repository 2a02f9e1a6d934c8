import type { NextFunction, Request, RequestHandler } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { networkOf } from '../../client-address';
import { stateOf } from '../request/request-state';
import { surfaceRefusal } from '../surface-refusal';

export interface RawBodyLimits {
  /** Of one body. */
  readonly mostBytes: number;
  /** Of all bodies that are read or stored now. */
  readonly mostHeldBytes: number;
  readonly mostAtOnce: number;
  /** Of one address, or of a /64: a provider has few addresses, a stranger must not fill the door. */
  readonly mostOfNetwork: number;
}

export const CALLBACK_LIMITS: RawBodyLimits = {
  mostBytes: 1024 * 1024,
  mostHeldBytes: 32 * 1024 * 1024,
  mostAtOnce: 512,
  mostOfNetwork: 128,
};

interface Held {
  readonly limits: RawBodyLimits;
  readonly byNetwork: Map<string, number>;
  requests: number;
  bytes: number;
}

/**
 * Reads a callback's bytes whatever their type. Refuses with 413 what is too large, and with 503 what does not fit
 * beside the others: some providers repeat only after 5xx.
 */
export const readRawBody = (limits: RawBodyLimits): RequestHandler => {
  const held: Held = { limits, byNetwork: new Map(), requests: 0, bytes: 0 };
  return (request, response, next) => {
    const network = networkOf(stateOf(request).address);
    const refused = isFull(held, network) ? full() : refusalOf(request, limits);
    if (refused !== null) {
      next(refused);
      return;
    }
    const release = enter(held, network);
    const collected = { bytes: 0 };
    response.once('close', () => {
      held.bytes -= collected.bytes;
      release();
    });
    collect(request, next, { held, collected });
  };
};

const isFull = ({ limits, byNetwork, requests, bytes }: Held, network: string): boolean =>
  requests >= limits.mostAtOnce ||
  bytes >= limits.mostHeldBytes ||
  (byNetwork.get(network) ?? 0) >= limits.mostOfNetwork;

const enter = (held: Held, network: string): (() => void) => {
  const { byNetwork } = held;
  held.requests += 1;
  byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
  return () => {
    held.requests -= 1;
    const left = (byNetwork.get(network) ?? 1) - 1;
    if (left === 0) byNetwork.delete(network);
    else byNetwork.set(network, left);
  };
};

const full = () => rejection('SERVICE_UNAVAILABLE', 'Too many callbacks at once; call again');
const tooLarge = ({ mostBytes }: RawBodyLimits) =>
  surfaceRefusal('PAYLOAD_TOO_LARGE', `Callbacks are at most ${mostBytes} bytes`);

const refusalOf = ({ headers }: Request, limits: RawBodyLimits): Error | null => {
  const length = headers['content-length'];
  if (length !== undefined && BigInt(length) > limits.mostBytes) return tooLarge(limits);
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return isPlain ? null : surfaceRefusal('UNSUPPORTED_MEDIA_TYPE', 'Callbacks must not be compressed');
};

interface Collecting {
  readonly held: Held;
  readonly collected: { bytes: number };
}

const collect = (request: Request, next: NextFunction, { held, collected }: Collecting): void => {
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
    if (collected.bytes > held.limits.mostBytes) finish(tooLarge(held.limits));
    else if (held.bytes > held.limits.mostHeldBytes) finish(full());
    else chunks.push(chunk);
  };
  const onEnd = (): void => finish();
  // The caller has gone; nobody reads the answer.
  const onError = (): void => finish(full());
  request.on('data', onData).on('end', onEnd).on('error', onError);
};
