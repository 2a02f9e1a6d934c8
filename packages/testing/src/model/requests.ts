import { setTimeout as pause } from 'node:timers/promises';

export interface Door {
  /** Scheme and host, without a path. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Requests so far, without those that were answered 429. */
export interface Spent {
  /** With an API key. */
  readonly partner: number;
  readonly all: number;
  /** Quotes and intents, which the service limits for each user. */
  readonly posts: number;
}

export interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly body?: object;
  /** An API key, or the token of a user. */
  readonly credential?: string;
  readonly key?: string;
}

export interface Answer<Content = unknown> {
  readonly status: number;
  readonly text: string;
  readonly data: Content;
  readonly code: string;
}

export type Ask = <Content>(asked: Asked) => Promise<Answer<Content>>;

/** Limits of one run. A partner may make 1,200 requests a minute, and a user 10 quotes and intents. */
const MOST: Spent = { partner: 20, all: 200, posts: 10 };
const MOST_WAITS = 250;
const TIMEOUT_MS = 15_000;

export const API_KEY = /^sk_live_[0-9a-f]{16,}$/;

const plus = (spent: Spent, { partner = 0, all = 0, posts = 0 }: Partial<Spent>): Spent => ({
  ...{ partner: spent.partner + partner, all: spent.all + all, posts: spent.posts + posts },
});

export const mayCost = (spent: Spent, cost: Partial<Spent>): boolean => {
  const { partner, all, posts } = plus(spent, cost);
  return partner <= MOST.partner && all <= MOST.all && posts <= MOST.posts;
};

const costOf = ({ credential = '', path, body }: Asked): Partial<Spent> => ({
  partner: API_KEY.test(credential) ? 1 : 0,
  ...{ all: 1, posts: path.startsWith('/api/v1/cashout/') && body !== undefined ? 1 : 0 },
});

const initOf = ({ body, method = body === undefined ? 'GET' : 'POST', credential, key }: Asked): RequestInit => ({
  ...{ method, redirect: 'error' },
  headers: {
    ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    'content-type': 'application/json',
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

/** The catalog's file has no envelope. */
const answerOf = <Content>({ status }: Response, text: string): Answer<Content> => {
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as { readonly data?: Content; readonly code?: string };
  return { status, text, data: body.data ?? (body as Content), code: body.code ?? '' };
};

/** Answers of a busy service may use up the requests of a run, which then only ends. */
export const NO_REQUEST_LEFT = new Error('The run has no request left');

/** After a 503 the first try of a request may still run. */
const isBusy = ({ status, code }: Answer): boolean =>
  status === 429 || status === 503 || code === 'IDEMPOTENCY_IN_PROGRESS';

/** Asks by one door and counts. Asks again after a 429 or a busy answer, when its Retry-After is over. */
export const asking = (door: Door): { readonly ask: Ask; readonly spent: () => Spent } => {
  let spent: Spent = { partner: 0, all: 0, posts: 0 };
  const ask: Ask = async (asked) => {
    for (let waits = 0; ; waits += 1) {
      if (!mayCost(spent, costOf(asked))) throw NO_REQUEST_LEFT;
      const response = await door.fetch(`${door.baseUrl}${asked.path}`, initOf(asked));
      const answer = answerOf<never>(response, await response.text());
      if (answer.status !== 429) spent = plus(spent, costOf(asked));
      if (!isBusy(answer) || waits === MOST_WAITS) return answer;
      await door.wait(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
  };
  return { ask, spent: () => spent };
};

/** The platform's fetch and timer, unless others are given. */
export const doorOf = (baseUrl: string, given: Partial<Door>): Door => ({
  baseUrl: baseUrl.replace(/\/$/, ''),
  fetch: given.fetch ?? ((url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })),
  wait: given.wait ?? ((ms) => pause(ms)),
});

/** Throws for an answer that the API does not give here. */
export const mustBe = <Content>(answer: Answer<Content>, ...statuses: readonly number[]): Content => {
  if (statuses.includes(answer.status)) return answer.data;
  throw new Error(`The service answers ${answer.status} ${answer.code}, not ${statuses.join(' or ')}`);
};
