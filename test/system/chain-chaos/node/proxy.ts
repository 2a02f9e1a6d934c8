import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, type Random } from '../../fuzz/requests/random';
import type { RpcAnswer, RpcCall } from './json-rpc';
import { liesOf } from './lies';
import type { Profile } from './profiles';
import { answerOf, type View, viewedHead } from './view';
import { NO_FAULTS, type Weights } from './weights';

/** How an endpoint is at the moment; the storm changes it. */
export interface Mood {
  weights: Weights;
  finalLag: number;
  foreign: boolean;
  away: boolean;
  noFinal: boolean;
  noBatches: boolean;
}

export interface Endpoint {
  readonly url: string;
  readonly mood: Mood;
  /** Count of JSON-RPC calls so far; each call of a batch counts. */
  readonly calls: () => number;
  readonly stop: () => Promise<void>;
}

export interface EndpointOptions {
  readonly chainUrl: string;
  readonly foreignUrl: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly hidden: ReadonlySet<string>;
}

const SECOND_MS = 1_000;
const SLOW_MS = 1_500;
const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const JSON_TYPE = { 'content-type': 'application/json' };

export const calm = (profile: Profile): Mood => ({
  weights: NO_FAULTS,
  finalLag: profile.finalLag,
  ...{ foreign: false, away: false, noFinal: false, noBatches: false },
});

const bodyOf = async (request: IncomingMessage): Promise<RpcCall | readonly RpcCall[]> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as RpcCall | readonly RpcCall[];
};

/** How many calls of each second were let through. */
const createQuota = () => {
  let second = 0;
  let taken = 0;
  return (calls: number, most: number | null): boolean => {
    const now = Math.floor(Date.now() / SECOND_MS);
    if (now !== second) [second, taken] = [now, 0];
    taken += calls;
    return most === null || taken <= most;
  };
};

/** An endpoint in front of a chain that is wrong in the ways of its mood, and else honest. */
export const startEndpoint = async (options: EndpointOptions): Promise<Endpoint> => {
  const mood = calm(options.profile);
  const random = createRandom(options.seed);
  const admit = createQuota();
  let calls = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const asked = Array.isArray(body) ? (body as readonly RpcCall[]) : [body as RpcCall];
    calls += asked.length;
    const refused = refusalOf(mood, random, Array.isArray(body), admit(asked.length, mood.weights.callsPerSecond));
    if (refused !== null) {
      refused(response);
      return;
    }
    const view = await viewOf(options, mood, random);
    const answers = await Promise.all(asked.map(async (call) => replyTo(call, await answerOf(view, call))));
    await send(response, JSON.stringify(Array.isArray(body) ? answers : answers[0]), mood, random);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, mood, calls: () => calls, stop };
};

const replyTo = ({ id }: RpcCall, answer: RpcAnswer): object => ({ jsonrpc: '2.0', id, ...answer });

type Refusal = (response: ServerResponse) => void;

/** A refusal before any answer, or null. */
const refusalOf = (mood: Mood, random: Random, isBatch: boolean, isAdmitted: boolean): Refusal | null => {
  const { weights } = mood;
  if (mood.away || random.chance(weights.reset)) return (response) => response.destroy();
  if (random.chance(weights.htmlPage))
    return (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end(HTML);
  if (!isAdmitted) {
    const error = { code: -32_005, message: 'rate limit exceeded' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
    return (response) => void response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1' }).end(body);
  }
  if (isBatch && (mood.noBatches || weights.refusesBatches)) {
    const error = { code: -32_600, message: 'batch requests are not supported' };
    return (response) =>
      void response.writeHead(400, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  }
  return null;
};

const viewOf = async (options: EndpointOptions, mood: Mood, random: Random): Promise<View> => {
  const { weights, finalLag, noFinal } = mood;
  const { profile, hidden, chainUrl, foreignUrl } = options;
  const isStray = random.chance(mood.noBatches ? 0 : weights.foreign);
  const url = mood.foreign || isStray ? foreignUrl : chainUrl;
  const head = await viewedHead(url, random.below(weights.staleBlocks + 1));
  const lies = liesOf(weights, random, profile, noFinal);
  return { url, head, finalLag, stateBlocks: profile.stateBlocks, hidden, lies };
};

const send = async (response: ServerResponse, text: string, { weights }: Mood, random: Random): Promise<void> => {
  if (random.chance(weights.slow)) await pause(random.below(SLOW_MS));
  response.writeHead(200, JSON_TYPE);
  if (!random.chance(weights.halfAnswer)) response.end(text);
  else response.write(text.slice(0, text.length / 2), () => response.destroy());
};
