import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  /** How long to wait before it is asked again. */
  readonly pauseMs: number;
  readonly data: Readonly<Record<string, string>>;
}

export interface Request {
  readonly path: string;
  readonly token: string;
  readonly body: object;
  readonly method?: string;
  readonly idempotencyKey?: string;
}

/** Asks the service once. */
export type Ask = (request: Request) => Promise<Answer>;

const ANSWER_TIMEOUT_MS = 15_000;
const PAUSE_MS = 300;
/** With less time than this left, a quote is not worth an intent. */
const LEAST_WINDOW_MS = 8_000;
const TRIES = 100;
const NO_ANSWER: Answer = { status: 0, pauseMs: PAUSE_MS, data: {} };

export const isGood = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300;

/** `onText` gets the body of each answer. */
const send = async (url: string, request: Request, onText: (text: string) => void): Promise<Answer> => {
  const { path, token, body, method = 'POST', idempotencyKey } = request;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body), signal });
    const text = await response.text();
    if (!response.ok) onText(text);
    const { data = {} } = JSON.parse(text) as { readonly data?: Answer['data'] };
    return { status: response.status, pauseMs: pauseOf(response.headers), data };
  } catch {
    return NO_ANSWER;
  }
};

/** Pause that the service asked for: more frequent requests take the time that it needs to look at its chain. */
const pauseOf = (headers: Headers): number => Number(headers.get('retry-after') ?? 0) * 1_000 || PAUSE_MS;

export interface Asking {
  readonly ask: Ask;
  /** Count of each refusal, such as `/cashout/intent 503`. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Bodies of all refusals. */
  readonly refused: readonly string[];
}

export const openAsking = (url: () => string): Asking => {
  const refusals = new Map<string, number>();
  const refused: string[] = [];
  const ask: Ask = async (request) => {
    const answer = await send(url(), request, (text) => void refused.push(text));
    const refusal = `${request.path} ${answer.status}`;
    if (!isGood(answer)) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    return answer;
  };
  return { ask, refusals, refused };
};

/** Asks until the answer is good. */
export const must = async (ask: Ask, request: Request): Promise<Answer['data']> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const answer = await ask(request);
    if (isGood(answer)) return answer.data;
    await pause(answer.pauseMs);
  }
  throw new Error(`${request.path} was refused ${TRIES} times`);
};

/** Registers a user, and answers the id and a token. `wallet`: the user's own, on Ethereum. */
export const registerUser = async (ask: Ask, token: string, externalUserId: string, wallet?: string) => {
  const owned = wallet === undefined ? {} : { pubkey: wallet, blockchain: 'ethereum' };
  const { userId = '' } = await must(ask, { path: '/users', token, body: { externalUserId, ...owned } });
  const issued = await must(ask, { path: '/auth/token', token, body: { uid: userId, expiresIn: '6h' } });
  return { userId, token: issued['token'] ?? '' };
};

export interface Wish {
  readonly flow: 'cashout' | 'cashin';
  /** Body of the request for a quote. */
  readonly quote: object;
  /** Fields of the intent beside its quote. */
  readonly intent?: object;
}

/** Asks for a quote until there is one and it is accepted. Null after `goesOn` says no. */
export const openIntentFor = async (
  ask: Ask,
  token: string,
  wish: Wish,
  goesOn: () => boolean,
): Promise<Answer['data'] | null> => {
  while (goesOn()) {
    const quoted = await ask({ path: `/${wish.flow}/quote`, token, body: wish.quote });
    const opened = isGood(quoted) ? await acceptQuote(ask, token, wish, quoted.data) : null;
    if (opened !== null) return opened;
    await pause(quoted.pauseMs);
  }
  return null;
};

/** Repeats under one key until it is answered or the quote has grown too old. */
const acceptQuote = async (
  ask: Ask,
  token: string,
  { flow, intent }: Wish,
  { quoteId = '', expiresAt = '' }: Answer['data'],
): Promise<Answer['data'] | null> => {
  const body = { quoteId, ...intent };
  const request = { path: `/${flow}/intent`, token, body, idempotencyKey: `intent-${quoteId}` };
  while (Date.now() < Date.parse(expiresAt) - LEAST_WINDOW_MS) {
    const { status, data, pauseMs } = await ask(request);
    if (isGood({ status })) return data;
    if (status >= 400 && status < 500 && status !== 409 && status !== 429) return null;
    await pause(pauseMs);
  }
  return null;
};
