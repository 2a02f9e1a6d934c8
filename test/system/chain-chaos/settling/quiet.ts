import { setTimeout as pause } from 'node:timers/promises';
import { isSettled } from '../../chaos/check';
import type { Judgement } from '../../chaos/frame';
import type { KillableService } from '../../chaos/killable-service';
import { type Environment, runProgram } from '../../end-to-end/support/run-service';
import type { ChaosPartner, OpenedIntent } from '../partner';
import { type Books, openBooks } from './books';
import { type Outcome, settleBooks } from './settle';
import type { TrueMovement } from './truth';

const POLL_MS = 1_000;
const CLI_TIMEOUT_MS = 120_000;

/** A service after its storm. */
export interface Stormed {
  readonly service: KillableService;
  readonly partner: ChaosPartner;
  readonly environment: Environment;
  readonly opened: readonly OpenedIntent[];
  /** Intents that were planned. */
  readonly wanted: number;
  /** Final history before its change. */
  readonly formerTruth: readonly TrueMovement[];
  readonly finalHistoryChanged: boolean;
  readonly historyForgotten: boolean;
  /** Final history of the chain now. */
  readonly finalTruth: () => Promise<readonly TrueMovement[]>;
  /** Answers whether every transaction of the storm is final. */
  readonly isWholeChain: () => Promise<boolean>;
}

/** Looks again until every check holds, or until there was time enough for everything. */
export const awaitQuiet = async (stormed: Stormed, quietTimeoutMs: number): Promise<Outcome> => {
  const { service, partner, environment, opened, wanted, formerTruth, finalHistoryChanged, historyForgotten } = stormed;
  const reader = await openBooks(await service.stores());
  const deadlineMs = Date.now() + quietTimeoutMs;
  const look = async (inbox: (books: Books) => Promise<ReadonlySet<string>>): Promise<Outcome> => {
    // The chain first: what the books do not have of it yet is the next look's.
    const truth = [...formerTruth, ...(await stormed.finalTruth())];
    const books = await reader.read();
    const lives = { endedByItself: service.endedByItself(), killedAtMs: service.killedAtMs(), readAtMs: Date.now() };
    const shared = { wanted, finalHistoryChanged, historyForgotten, ...lives };
    const quoteStatus = await partner.quoteStatus();
    return { books, truth, opened, ...shared, quoteStatus, inbox: await inbox(books), parkedStreams: 0 };
  };
  try {
    for (;;) {
      // The command line is asked once, in the end: until then what the events say is taken for it.
      const outcome = await look(async ({ deposits }) => new Set(deposits.keys()));
      if (((await stormed.isWholeChain()) && isSettled(settleBooks(outcome))) || Date.now() > deadlineMs) break;
      await pause(POLL_MS);
    }
    const parkedStreams = await countParked(environment);
    return { ...(await look(() => listInbox(environment))), parkedStreams };
  } finally {
    await reader.close();
  }
};

const askOperator = async <Answer>(words: readonly string[], environment: Environment): Promise<Answer> => {
  const { code, stdout, stderr } = await runProgram('ledger', [...words, '--json'], environment, CLI_TIMEOUT_MS);
  if (code !== 0) throw new Error(`ledger ${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
};

interface InboxPage {
  readonly items: readonly { readonly depositId: string }[];
  readonly nextCursor: string | null;
}

const listInbox = async (environment: Environment): Promise<ReadonlySet<string>> => {
  const inbox = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: readonly string[] = cursor === '' ? [] : ['--cursor', cursor];
    const page: InboxPage = await askOperator(['deposits', '--limit', '200', ...after], environment);
    for (const { depositId } of page.items) inbox.add(depositId);
    cursor = page.nextCursor;
  }
  return inbox;
};

interface ProjectionRow {
  readonly name: string;
  readonly parked: number;
}

/** Streams that each projection has parked, as shown to an operator. */
const listProjections = (environment: Environment): Promise<readonly ProjectionRow[]> =>
  askOperator(['projections'], environment);

export const countParked = async (environment: Environment): Promise<number> =>
  (await listProjections(environment)).reduce((sum, { parked }) => sum + parked, 0);

const summaryOf = ({ books, truth, opened, wanted }: Outcome): string => {
  const statuses = [...books.intents.values()].map(({ status }) => status);
  const count = (status: string): number => statuses.filter((one) => one === status).length;
  return [
    `intents=${opened.length}/${wanted}`,
    `completed=${count('COMPLETED')}`,
    `expired=${count('EXPIRED')}`,
    `movements=${truth.length}`,
    `payouts=${books.orders.length}`,
  ].join(' ');
};

export const judgementOf = (outcome: Outcome): Judgement => ({
  checks: settleBooks(outcome),
  summary: summaryOf(outcome),
});
