import { setTimeout as pause } from 'node:timers/promises';
import { untilServed } from './busy';
import { type Document, operationsOf } from './requests/document';
import { createHttpClient, type HttpClient } from './requests/http-client';
import { createRandom, type Random } from './requests/random';
import { malformedBytes, sendRaw } from './requests/raw';
import { type Authorize, type FuzzRequest, requestTo } from './requests/requests';
import type { ValueSource } from './requests/values';

export interface StormOptions {
  readonly url: string;
  readonly document: Document;
  readonly seed: number;
  readonly requests: number;
  readonly connections: number;
  readonly authorize: Authorize;
  /** Ids that must not be touched: those of the credentials in use. */
  readonly spared: ReadonlySet<string>;
  readonly onProgress: (sent: number) => void;
}

export interface StormReport {
  /** Status to how often it came. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly sent: number;
  /** Requests to routes with a credential that were not turned away for it. */
  readonly authenticated: number;
  /** Answers 503 that said when to ask again; whoever did was served. */
  readonly busy: number;
  /** What was answered with 5xx or with HTML, the first few. */
  readonly faults: readonly string[];
}

const RAW_SHARE = 0.05;
const KEPT_IDS = 500;
const KEPT_FAULTS = 20;

interface Storm extends StormOptions {
  readonly random: Random;
  readonly client: HttpClient;
  readonly ids: string[];
  readonly statuses: Map<number, number>;
  readonly faults: string[];
  sent: number;
  authenticated: number;
  busy: number;
}

/** Many requests, few of them right, over as many connections at once. */
export const runStorm = async (options: StormOptions): Promise<StormReport> => {
  const storm: Storm = {
    ...options,
    random: createRandom(options.seed),
    client: createHttpClient(options.url, options.connections),
    ids: [],
    statuses: new Map(),
    faults: [],
    sent: 0,
    authenticated: 0,
    busy: 0,
  };
  try {
    await Promise.all(Array.from({ length: options.connections }, () => blow(storm)));
  } finally {
    storm.client.close();
  }
  return storm;
};

const blow = async (storm: Storm): Promise<void> => {
  const operations = operationsOf(storm.document);
  const source: ValueSource = { random: storm.random, document: storm.document, ids: storm.ids };
  while (storm.sent < storm.requests) {
    storm.sent += 1;
    storm.onProgress(storm.sent);
    if (storm.random.chance(RAW_SHARE)) await sendMalformed(storm);
    else await send(storm, requestTo(storm.random.pick(operations), source, storm.authorize));
  }
};

const sendMalformed = async (storm: Storm): Promise<void> => {
  const bytes = malformedBytes(storm.random);
  const { answer, busy } = await untilServed(() => sendRaw(new URL(storm.url), bytes));
  const describe = (): string => `raw ${JSON.stringify(bytes.toString('latin1'))}`;
  storm.busy += busy;
  for (const status of answer.statuses) note(storm, status, describe);
  mustNotBeHtml(storm, answer.text, describe);
};

const send = async (storm: Storm, request: FuzzRequest): Promise<void> => {
  const { method, path, body, isAuthorized } = request;
  try {
    // A signature is good once: the repetition of a signed request may be told so, which is an answer as well.
    const { answer, busy } = await untilServed(() => storm.client.send(request));
    const { status, text } = answer;
    storm.busy += busy;
    const describe = (): string => `${method} ${path} ${String(body).slice(0, 2_000)} -> ${text}`;
    note(storm, status, describe, isForWantOfRegistry(request, answer));
    mustNotBeHtml(storm, text, describe);
    if (isAuthorized && isPastAuthentication(status)) storm.authenticated += 1;
    remember(storm, text);
  } catch (error) {
    await mustStillAnswer(storm, error);
  }
};

/** The one final 503: no registry of documents of this type is configured, and waiting brings none. */
const FOR_WANT_OF_REGISTRY = '"code":"PROVIDER_NOT_CONFIGURED"';

const isForWantOfRegistry = ({ path }: FuzzRequest, { status, text }: { status: number; text: string }): boolean =>
  status === 503 && path.endsWith('/kyc/lookup') && text.includes(FOR_WANT_OF_REGISTRY);

const isPastAuthentication = (status: number): boolean => ![301, 308, 401, 413, 415, 429].includes(status);

const note = (storm: Storm, status: number, describe: () => string, isDocumented = false): void => {
  storm.statuses.set(status, (storm.statuses.get(status) ?? 0) + 1);
  if (status >= 500 && !isDocumented) noteFault(storm, `${status} ${describe()}`);
};

/** No route of the document shows a page: HTML is an answer that is not ours. */
const mustNotBeHtml = (storm: Storm, text: string, describe: () => string): void => {
  if (/<html/i.test(text)) noteFault(storm, `HTML ${describe()}`);
};

/** Faults first, then those who were told to ask again: one bug must not be hidden by a thousand busy answers. */
const noteFault = (storm: Storm, fault: string): void => {
  storm.faults.push(fault);
  storm.faults.sort();
  storm.faults.splice(KEPT_FAULTS);
};

/** A client that refuses to send something, or a server that hangs up on it: only a server that is gone is a finding. */
const mustStillAnswer = async (storm: Storm, cause: unknown): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const alive = await fetch(`${storm.url}/health/live`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (alive) return;
    await pause(200);
  }
  throw new Error('the service does not answer any more', { cause });
};

const ID = /"(?:\w*[iI]d|uid|code|deliveryId|memo|position)":"([^"]{3,200})"/g;

const remember = (storm: Storm, text: string): void => {
  for (const [, id = ''] of text.matchAll(ID)) {
    if (storm.spared.has(id) || storm.ids.includes(id)) continue;
    if (storm.ids.length < KEPT_IDS) storm.ids.push(id);
    else storm.ids[storm.random.below(KEPT_IDS)] = id;
  }
};
