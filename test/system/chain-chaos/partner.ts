import { setTimeout as pause } from 'node:timers/promises';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { withOperator } from '../end-to-end/support/operator';
import { type Environment, runProgram } from '../end-to-end/support/run-service';
import { COIN_ID, TOKEN_ID } from './installation';
import type { PlannedPayment } from './plan';

/** An intent as its payer knows it. */
export interface OpenedIntent {
  readonly intentId: string;
  readonly memo: string;
  readonly assetId: number;
  readonly amountBaseUnits: bigint;
  readonly expiresAtMs: number;
  readonly payoutCents: bigint;
}

/** A partner's backend and its users, who ask again without an answer. */
export interface ChaosPartner {
  /** Null when it was not to be had while it could be tried. */
  readonly openIntent: (payment: PlannedPayment, goesOn: () => boolean) => Promise<OpenedIntent | null>;
  /** The status code of a quote asked for now; 0 without an answer. */
  readonly quoteStatus: () => Promise<number>;
  /** How often each refusal was heard, such as `POST /cashout/intent 503`. */
  readonly refusals: ReadonlyMap<string, number>;
}

interface Answer {
  readonly status: number;
  /** How long to wait before it is asked again. */
  readonly pauseMs: number;
  readonly data: Readonly<Record<string, string>>;
}

interface Request {
  readonly path: string;
  readonly token: string;
  readonly body: object;
  readonly method?: string;
  readonly idempotencyKey?: string;
}

const ANSWER_TIMEOUT_MS = 15_000;
const PAUSE_MS = 300;
/** With less than this share of its window left a quote is not worth an intent. */
const LEAST_WINDOW_MS = 8_000;
const TRIES = 100;
const NOBODY: Answer = { status: 0, pauseMs: PAUSE_MS, data: {} };

export const isGood = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300;

const send = async (url: string, { path, token, body, method = 'POST', idempotencyKey }: Request): Promise<Answer> => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body), signal });
    const { data = {} } = (await response.json()) as { readonly data?: Answer['data'] };
    return { status: response.status, pauseMs: pauseOf(response.headers), data };
  } catch {
    return NOBODY;
  }
};

/** Pause that the service asked for: more frequent requests take the time that it needs to look at its chain. */
const pauseOf = (headers: Headers): number => Number(headers.get('retry-after') ?? 0) * 1_000 || PAUSE_MS;

const must = async (url: string, request: Request): Promise<Answer['data']> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const answer = await send(url, request);
    if (isGood(answer)) return answer.data;
    await pause(answer.pauseMs);
  }
  throw new Error(`${request.path} was refused ${TRIES} times`);
};

/** Made while all is calm. */
export const openPartner = async (
  url: () => string,
  environment: Environment,
  users: number,
): Promise<ChaosPartner> => {
  const refusals = new Map<string, number>();
  const heard = async (request: Request): Promise<Answer> => {
    const answer = await send(url(), request);
    const refusal = `${request.path} ${answer.status}`;
    if (!isGood(answer)) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    return answer;
  };
  const operating = 'EVENTSTORE_URL' in environment ? await withOperator(environment) : environment;
  const created = await runProgram('ledger', ['partner', 'create', '--name', 'Chaos', '--json'], operating);
  const { apiKey } = JSON.parse(created.stdout) as { readonly apiKey: string };
  const tokens: string[] = [];
  for (let user = 0; user < users; user += 1) tokens.push(await approvedUser(url(), apiKey, `payer-${user}`));
  const quote = (token: string, assetId: number, payoutCents: bigint): Promise<Answer> =>
    heard({ path: '/cashout/quote', token, body: { assetId, invoiceCode: codeOf(payoutCents) } });
  const openIntent: ChaosPartner['openIntent'] = async (payment, goesOn) => {
    const token = tokens[payment.user] ?? '';
    const assetId = payment.asset === 'coin' ? COIN_ID : TOKEN_ID;
    while (goesOn()) {
      const quoted = await quote(token, assetId, payment.payoutCents);
      const opened = isGood(quoted) ? await acceptQuote(heard, token, quoted.data) : null;
      if (opened !== null) return intentOf(opened, payment.payoutCents);
      await pause(quoted.pauseMs);
    }
    return null;
  };
  const quoteStatus = async (): Promise<number> => (await quote(tokens[0] ?? '', COIN_ID, 5_000n)).status;
  return { openIntent, quoteStatus, refusals };
};

const approvedUser = async (url: string, token: string, externalUserId: string): Promise<string> => {
  const { userId = '' } = await must(url, { path: '/users', token, body: { externalUserId } });
  await must(url, { path: `/users/${userId}/kyc`, token, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await must(url, { path: '/auth/token', token, body: { uid: userId, expiresIn: '6h' } });
  return issued['token'] ?? '';
};

const codeOf = (amountCents: bigint): string =>
  buildStaticBrCode({
    ...{ key: '123e4567-e12b-12d1-a456-426655440000', payeeName: 'Padaria do Bairro', payeeCity: 'SAO PAULO' },
    amountCents,
  });

/** Repeats under one key until it is answered or the quote has grown too old. */
const acceptQuote = async (
  heard: (request: Request) => Promise<Answer>,
  token: string,
  { quoteId = '', expiresAt = '' }: Answer['data'],
): Promise<Answer['data'] | null> => {
  const request = { path: '/cashout/intent', token, body: { quoteId }, idempotencyKey: `intent-${quoteId}` };
  while (Date.now() < Date.parse(expiresAt) - LEAST_WINDOW_MS) {
    const { status, data, pauseMs } = await heard(request);
    if (isGood({ status })) return data;
    if (status >= 400 && status < 500 && status !== 409 && status !== 429) return null;
    await pause(pauseMs);
  }
  return null;
};

const intentOf = (data: Answer['data'], payoutCents: bigint): OpenedIntent => ({
  intentId: data['intentId'] ?? '',
  memo: data['memo'] ?? '',
  assetId: Number(data['assetId']),
  amountBaseUnits: BigInt(data['amountBaseUnits'] ?? ''),
  expiresAtMs: Date.parse(data['expiresAt'] ?? ''),
  payoutCents,
});
