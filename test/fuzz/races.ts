import { randomUUID } from 'node:crypto';
import { buildStaticBrCode } from '../../aggregates/codes/build-br-code';
import { LOCAL_ETH } from '../../infra/catalog/local-network';
import { untilServed } from './busy';
import type { Instance } from './instance';
import { createHttpClient, type HttpClient, type Reply } from './requests/http-client';
import { signRequest } from './requests/sign-request';

export interface Race {
  /** How many times something was raced for. */
  readonly rounds: number;
  /** How many asked at once each time. */
  readonly runners: number;
}

export interface RaceReport {
  /** How many won, to how many rounds ended so; `{1: rounds}` is right. */
  readonly winners: Readonly<Record<number, number>>;
  /** Rounds that nobody won and in which somebody was told to ask again: that one may have been the winner. */
  readonly undecided: number;
  /** Answers that are neither a win nor the refusal that a loser must get. */
  readonly odd: readonly string[];
}

const BUSY = 503;
const ROUNDS_AT_ONCE = 4;
const KEPT_ODD = 10;

/** One signed request, sent again and again at the same time to every process: one success, the others 401. */
export const raceNonces = async ({ urls, partner }: Instance, race: Race): Promise<RaceReport> =>
  runRaces(urls, race, async (send) => {
    const path = '/api/v1/partners/me/api-keys';
    const authorization = signRequest(partner, { method: 'GET', path, body: null }, randomUUID(), Date.now());
    const replies = await Promise.all(
      Array.from({ length: race.runners }, (_, runner) => send(runner, { method: 'GET', path, authorization })),
    );
    return { replies, won: 200, lost: 401 };
  });

/** One quote, made into intents by many at the same time: one intent, the others 409. */
export const raceIntents = async ({ urls, userToken }: Instance, race: Race): Promise<RaceReport> =>
  runRaces(urls, race, async (send) => {
    const authorization = `Bearer ${userToken}`;
    const quote = { method: 'POST', path: '/api/v1/cashout/quote', authorization, body: quoteBody() };
    const { answer: quoted } = await untilServed(() => send(0, quote));
    const { data } = JSON.parse(quoted.text) as { readonly data: { readonly quoteId: string } };
    const intent = { method: 'POST', path: '/api/v1/cashout/intent', authorization, body: { quoteId: data.quoteId } };
    const replies = await Promise.all(Array.from({ length: race.runners }, (_, runner) => send(runner, intent)));
    return { replies, won: 201, lost: 409 };
  });

const quoteBody = (): object => ({
  assetId: LOCAL_ETH,
  invoiceCode: buildStaticBrCode({
    key: 'maria@exemplo.com',
    payeeName: 'MARIA',
    payeeCity: 'RECIFE',
    amountCents: 1_000n,
  }),
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body?: object;
}

type Send = (runner: number, request: Sent) => Promise<Reply>;

interface Round {
  readonly replies: readonly Reply[];
  readonly won: number;
  readonly lost: number;
}

const runRaces = async (
  urls: readonly string[],
  { rounds, runners }: Race,
  run: (send: Send) => Promise<Round>,
): Promise<RaceReport> => {
  const clients = urls.map((url) => createHttpClient(url, runners * ROUNDS_AT_ONCE));
  const winners: Record<number, number> = {};
  const odd: string[] = [];
  let begun = 0;
  let undecided = 0;
  const work = async (): Promise<void> => {
    while (begun < rounds) {
      begun += 1;
      const { replies, won, lost } = await run(sendOver(clients));
      const count = replies.filter(({ status }) => status === won).length;
      const isUndecided = count === 0 && replies.some(({ status }) => status === BUSY);
      if (isUndecided) undecided += 1;
      else winners[count] = (winners[count] ?? 0) + 1;
      const strange = replies.filter(({ status }) => status !== won && status !== lost && status !== BUSY);
      odd.push(...strange.map(({ status, text }) => `${status} ${text}`).slice(0, KEPT_ODD - odd.length));
    }
  };
  try {
    await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, work));
  } finally {
    for (const client of clients) client.close();
  }
  return { winners, undecided, odd };
};

/** The runners take the processes in turn. */
const sendOver =
  (clients: readonly HttpClient[]): Send =>
  (runner, { method, path, authorization, body }) => {
    const client = clients[runner % clients.length];
    if (client === undefined) throw new Error('no process to ask');
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = body === undefined ? null : JSON.stringify(body);
    return client.send({ method, path, headers: { authorization, ...type }, body: text });
  };
