import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { rejection } from '../../aggregates/rejection';
import type { Ids } from '../../commands/ports/ids';
import type { Readiness } from './deps';
import { success } from './envelope';
import { type Problem, problemOf } from './problems';
import { notReadyProblem } from './public/not-ready';
import { prepareAnswer } from './request/prepare-request';

/** Listener of a server from the first moment of a start. */
export interface Gate {
  readonly listener: RequestListener;
  /** From now on `app` answers. Earlier requests got 503. */
  readonly open: (app: RequestListener) => void;
  /** Refuses new requests. Resolves when the accepted ones are answered; after 8.5 s the rest is cut. */
  readonly shut: () => Promise<void>;
}

export interface GateOptions {
  readonly ids: Pick<Ids, 'uuid'>;
  /** Parts that are not ready yet. */
  readonly missing: () => Readiness['checks'];
}

/** As long as at the end of the process (`src/bin/running/listen.ts`). */
const ANSWERED_WITHIN_MS = 8_500;

/** Refuses requests before the service is wired. */
export const createGate = (options: GateOptions, answeredWithinMs = ANSWERED_WITHIN_MS): Gate => {
  const refuseAll = answerWhileStarting(options);
  let answer = refuseAll;
  const underWay = new Set<ServerResponse>();
  return {
    listener: (request, response) => {
      answer(request, response);
    },
    open: (app) => {
      answer = (request, response) => {
        underWay.add(response);
        response.once('close', () => underWay.delete(response));
        app(request, response);
      };
    },
    shut: async () => {
      answer = refuseAll;
      const closed = [...underWay].map((response) => new Promise((resolve) => response.once('close', resolve)));
      const cut = setTimeout(() => {
        for (const response of underWay) response.destroy();
      }, answeredWithinMs);
      await Promise.all(closed);
      clearTimeout(cut);
    },
  };
};

type Send = (response: ServerResponse, requestId: string, missing: GateOptions['missing']) => void;

/** Reads no body: Node discards the rest of it, within the server's limits of time. */
const answerWhileStarting =
  ({ ids, missing }: GateOptions): RequestListener =>
  (request, response) => {
    const requestId = prepareAnswer(request, response, ids);
    (HEALTH.get(healthPathOf(request)) ?? refuse)(response, requestId, missing);
  };

const refuse: Send = (response, requestId) =>
  sendProblem(
    response,
    problemOf(STARTING, requestId, () => false),
  );

const STARTING = rejection('SERVICE_UNAVAILABLE', 'The service is starting: repeat the request');

const HEALTH: ReadonlyMap<string, Send> = new Map<string, Send>([
  ['/health/live', (response) => send(response, 200, success({ status: 'UP' }))],
  ['/health/ready', (response, requestId, missing) => sendProblem(response, notReadyProblem(requestId, missing()))],
  ['/health', (response, _id, missing) => send(response, 200, success({ status: 'DEGRADED', checks: missing() }))],
]);

/** As the routes of the app are found: with or without the version or a last slash, in any case. */
const healthPathOf = ({ method, url = '' }: IncomingMessage): string => {
  if (method !== 'GET' && method !== 'HEAD') return '';
  const [path = ''] = url.toLowerCase().split('?', 1);
  return path.replace(/^\/api\/v1(?=\/health)/, '').replace(/\/$/, '');
};

const sendProblem = (response: ServerResponse, { status, headers, body }: Omit<Problem, 'isFault'>): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  send(response, status, body);
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
};
