import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram, temporaryDataDir } from '../end-to-end/support/run-service';
import { writeInstallation } from './installation';
import { type KillableService, startKillable, untilReady } from './killable-service';
import { type ChaosChain, openChaosChain, payerOf } from './node/chain';
import { startEndpoint } from './node/proxy';
import { shownWeights } from './node/weights';
import { openPartner } from './partner';
import { type Plan, type PlanOptions, planOf, USERS } from './plan';
import { type Books, openBooks } from './settling/books';
import { type Check, isSettled, type Outcome, settleBooks } from './settling/settle';
import { readTruth, type TrueMovement } from './settling/truth';
import { ride, type Sea, type Stormed } from './storm';
import { keepWallets } from './wallet-keeper';

export interface ChaosOptions extends PlanOptions {
  /** How long after the storm everything may take to come to an end. */
  readonly quietTimeoutMs: number;
  readonly say: (line: string) => void;
  /** Rejects when somebody wants it to end early. */
  readonly stopped?: Promise<never>;
  /** More variables of the service. */
  readonly variables?: Environment;
  /** What else goes on; the storm is over when this is, too. */
  readonly beside?: (sea: Sea) => Promise<void>;
  /** Once the books are settled, while everything still runs. */
  readonly afterwards?: (sea: Sea, environment: Environment) => Promise<void>;
}

export interface ChaosReport {
  readonly checks: readonly Check[];
  readonly ok: boolean;
  /** What was done, in numbers. */
  readonly summary: string;
}

type Undo = () => Promise<unknown>;

const ENDPOINTS = 2;
const FOREIGN_CHAIN = 1_000_000;
const POLL_MS = 1_000;
const CLI_TIMEOUT_MS = 120_000;

/**
 * One storm over a service of its own: real processes, a real chain, endpoints that lie, and the books settled against
 * the chain in the end. Ends everything that it has started; its folder stays when a check fails.
 */
export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const plan = planOf(options);
  const { dataDir, remove } = temporaryDataDir();
  const folder = path.dirname(dataDir);
  const undos: Undo[] = [];
  let checks: readonly Check[] | null = null;
  try {
    tellPlan(plan, options.say);
    const play = async (): Promise<Outcome> => {
      const { sea, environment } = await openSea({ plan, dataDir, folder, undos, ...options });
      const [stormed] = await Promise.all([ride(sea), options.beside?.(sea)]);
      options.say(`the storm is over; ${stormed.opened.length} intents were opened`);
      for (const [refusal, count] of sea.partner.refusals) options.say(`  ${count} x ${refusal}`);
      const settled = await awaitQuiet(sea, stormed, environment, options);
      await options.afterwards?.(sea, environment);
      return settled;
    };
    const outcome = await Promise.race([play(), ...(options.stopped === undefined ? [] : [options.stopped])]);
    checks = settleBooks(outcome);
    return { checks, ok: isSettled(checks), summary: summaryOf(outcome) };
  } finally {
    for (const undo of undos) await undo();
    if (checks !== null && isSettled(checks)) remove();
    else options.say(`The data directory and the service's log are left in ${folder}`);
  }
};

const tellPlan = (plan: Plan, say: ChaosOptions['say']): void => {
  const { seed, profile, payments, forks, kills, dusts, spells, finalChangeAtMs } = plan;
  say(`seed ${seed} on ${profile.network}: ${payments.length} intents in a storm of ${plan.stormMs / 1_000} s`);
  for (const [index, weights] of plan.weights.entries())
    say(`  endpoint ${index + 1}: ${shownWeights(weights) || 'honest'}`);
  for (const { endpoint, what, fromMs, toMs } of spells)
    say(`  endpoint ${endpoint + 1} is ${what} from ${(fromMs / 1_000).toFixed(1)} to ${(toMs / 1_000).toFixed(1)} s`);
  say(
    `  ${forks.length} forks, ${kills.length} kills, ${dusts.length} blocks of dust, ${plan.graceSeconds} s of grace`,
  );
  if (finalChangeAtMs !== null) say('  final history changes: a halted network is what must come of it');
};

interface Opening {
  readonly plan: Plan;
  readonly dataDir: string;
  readonly folder: string;
  readonly undos: Undo[];
  readonly say: ChaosOptions['say'];
  readonly variables?: Environment;
}

const openSea = async ({ plan, dataDir, folder, undos, say, variables = {} }: Opening) => {
  const { profile, seed, windowSeconds, graceSeconds } = plan;
  const accounts = plan.payments.map(({ number }) => payerOf(number));
  const open = async (chainId: number): Promise<ChaosChain> => {
    const chain = await openChaosChain({ profile, chainId, accounts });
    undos.unshift(chain.stop);
    return chain;
  };
  const chain = await open(profile.chainId);
  const foreignChain = await open(profile.chainId + FOREIGN_CHAIN);
  const hidden = new Set<string>();
  const endpoints = [];
  for (let index = 1; index <= ENDPOINTS; index += 1) {
    const options = { chainUrl: chain.url, foreignUrl: foreignChain.url, profile, seed: seed * 10 + index, hidden };
    const endpoint = await startEndpoint(options);
    undos.unshift(endpoint.stop);
    endpoint.mood.finalLag = profile.farFinalLag;
    endpoints.push(endpoint);
  }
  const rpcUrls = endpoints.map(({ url }) => url);
  const written = { folder, dataDir, profile, token: chain.token, rpcUrls, windowSeconds, graceSeconds };
  const environment = { ...writeInstallation(written), ...variables };
  const service = await startKillable(environment);
  undos.unshift(() => endService(service, folder));
  await untilReady(service.url());
  const partner = await openPartner(service.url, environment, USERS);
  const finalTruth = async (): Promise<readonly TrueMovement[]> =>
    readTruth({ chain, network: profile.network, hidden, toHeight: (await chain.newest()) - profile.finalLag });
  const wallets = keepWallets(chain);
  const sea: Sea = { plan, chain, foreignChain, endpoints, service, partner, wallets, hidden, finalTruth, say };
  return { sea, environment };
};

const endService = async (service: KillableService, folder: string): Promise<void> => {
  writeFileSync(path.join(folder, 'service.log'), service.log());
  await service.stop();
};

type Environment = Readonly<Record<string, string>>;

/** Looks again until every check holds, or until there was time enough for everything. */
const awaitQuiet = async (
  sea: Sea,
  { opened, formerTruth }: Stormed,
  environment: Environment,
  { quietTimeoutMs }: ChaosOptions,
): Promise<Outcome> => {
  const { plan, service, partner, chain } = sea;
  const reader = await openBooks(await service.stores());
  const lastHeight = (await chain.newest()) + plan.profile.finalLag;
  const deadlineMs = Date.now() + quietTimeoutMs;
  const look = async (inbox: (books: Books) => Promise<ReadonlySet<string>>): Promise<Outcome> => {
    const finalHistoryChanged = plan.finalChangeAtMs !== null;
    // The chain first: what the books do not have of it yet is the next look's.
    const truth = [...formerTruth, ...(await sea.finalTruth())];
    const books = await reader.read();
    const lives = { endedByItself: service.endedByItself(), killedAtMs: service.killedAtMs(), readAtMs: Date.now() };
    const shared = { wanted: plan.payments.length, finalHistoryChanged, ...lives };
    const quoteStatus = await partner.quoteStatus();
    return { books, truth, opened, ...shared, quoteStatus, inbox: await inbox(books), parkedStreams: 0 };
  };
  try {
    for (;;) {
      // The command line is asked once, in the end: until then what the events say is taken for it.
      const outcome = await look(async ({ deposits }) => new Set(deposits.keys()));
      const isWholeChain = (await chain.newest()) - plan.profile.finalLag >= lastHeight;
      if ((isWholeChain && isSettled(settleBooks(outcome))) || Date.now() > deadlineMs) break;
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

/** Streams that each projection has parked, as an operator is told. */
export const listProjections = (environment: Environment): Promise<readonly ProjectionRow[]> =>
  askOperator(['projections'], environment);

const countParked = async (environment: Environment): Promise<number> =>
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
