import { createHttpClient, type HttpClient, type Reply } from './requests/http-client';

export interface Race {
  /** Number of races, each repeated until its winner is known. */
  readonly rounds: number;
  /** How many asked at once each time. */
  readonly runners: number;
}

export interface RaceReport {
  /** How many won, to how many rounds ended so; only `{1: rounds}` and more is right. */
  readonly winners: Readonly<Record<number, number>>;
  /** Rounds without a winner and with a busy answer: that one may have been the winner. */
  readonly undecided: number;
  /** Answers that are neither a win nor the refusal that a loser must get, and all other faults. */
  readonly odd: readonly string[];
}

export interface Round {
  readonly winners: number;
  readonly isUndecided: boolean;
  readonly odd: readonly string[];
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly authorization?: string;
  /** The address of the caller, as a proxy would name it. */
  readonly from?: string;
  readonly body?: object;
}

/** The runners take the processes in turn. */
export type Send = (runner: number, request: Sent) => Promise<Reply>;

export const BUSY = 503;
const ROUNDS_AT_ONCE = 4;
/** A machine that leaves three of four rounds open is too busy to race on. */
const MOST_RUNS_OF_A_ROUND = 4;
const KEPT_ODD = 10;

export const oddOf = (replies: readonly Reply[]): readonly string[] =>
  replies.map(({ status, text }) => `${status} ${text}`);

/** A race for one thing, judged by its answers alone. */
export const roundOf = (replies: readonly Reply[], won: number, lost: number): Round => {
  const winners = replies.filter(({ status }) => status === won).length;
  return {
    winners,
    isUndecided: winners === 0 && replies.some(({ status }) => status === BUSY),
    odd: oddOf(replies.filter(({ status }) => ![won, lost, BUSY].includes(status))),
  };
};

/** Runs the rounds, some at once; each is given how to ask. */
export const runRaces = async (
  urls: readonly string[],
  { rounds, runners }: Race,
  run: (send: Send) => Promise<Round>,
  roundsAtOnce = ROUNDS_AT_ONCE,
): Promise<RaceReport> => {
  const clients = urls.map((url) => createHttpClient(url, runners * roundsAtOnce));
  const winners: Record<number, number> = {};
  const odd: string[] = [];
  let begun = 0;
  let [decided, undecided] = [0, 0];
  const work = async (): Promise<void> => {
    while (decided < rounds && begun < rounds * MOST_RUNS_OF_A_ROUND) {
      begun += 1;
      const round = await run(sendOver(clients));
      if (round.isUndecided) undecided += 1;
      else {
        decided += 1;
        winners[round.winners] = (winners[round.winners] ?? 0) + 1;
      }
      odd.push(...round.odd.slice(0, KEPT_ODD - odd.length));
    }
  };
  try {
    await Promise.all(Array.from({ length: roundsAtOnce }, work));
  } finally {
    for (const client of clients) client.close();
  }
  return { winners, undecided, odd };
};

const sendOver =
  (clients: readonly HttpClient[]): Send =>
  (runner, { method, path, authorization, from, body }) => {
    const client = clients[runner % clients.length];
    if (client === undefined) throw new Error('no process to ask');
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return client.send({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) });
  };
