import fc from 'fast-check';
import { type Run, type ServiceCommand, serviceCommands, type User } from './commands';
import { type Ask, asking, type Door, doorOf, mustBe, NO_REQUEST_LEFT, type Spent } from './requests';
import { openSandbox, type TwoPartners } from './sandbox';
import type { NotificationView, Seen } from './seen';

export interface DriveOptions extends Partial<Omit<Door, 'baseUrl'>> {
  /** Two partners of the sandbox. */
  readonly credentials: TwoPartners;
  /** Users that are made, each with commands of its own; 50 unless given. */
  readonly runs?: number;
  /** The same seed gives the same commands. */
  readonly seed?: number;
  /** Bodies that a receiver of the first partner's webhooks got so far. Without it the partner's feed is read. */
  readonly webhooks?: () => readonly NotificationView[];
}

export interface Violation {
  /** Title of the law, or `Answers` for an answer that the API does not give. */
  readonly law: string;
  readonly fault: string;
  /** A sentence for each command of the shortest run that breaks it. */
  readonly commands: readonly string[];
}

export interface Report {
  readonly runs: number;
  readonly seed: number;
  /** Requests of each run that broke no law. */
  readonly requests: readonly Spent[];
  /** By law: how many cases it had. */
  readonly cases: Readonly<Record<string, number>>;
  /** How many intents were last seen in each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
}

/** For each case: null, or a sentence about the fault. */
export type SeenCheck = (seen: Seen, runs: readonly Seen[]) => Iterable<string | null>;
export type Checks = Readonly<Record<string, SeenCheck>>;

const RUNS = 50;
const AT_ONCE = 25;
const MOST_TRIES = 60;

const openUser = async (ask: Ask, credential: string): Promise<User> => {
  const uid = `model-${crypto.randomUUID()}`;
  const users = '/api/v1/users';
  const { userId } = mustBe(await ask<User>({ path: users, body: { externalUserId: uid }, credential }), 200, 201);
  const kyc = { path: `${users}/${userId}/kyc`, method: 'PATCH', body: { kycStatus: 'APPROVED' }, credential };
  mustBe(await ask(kyc), 200);
  const { token } = mustBe(await ask<User>({ path: '/api/v1/auth/token', body: { uid }, credential }), 200);
  return { userId, token };
};

/** Reads the partner's feed from now on, a page at each call. All runs share the read pages. */
const openFeed = async (ask: Ask, credential: string): Promise<Run['told']> => {
  const me = '/api/v1/partners/me';
  const newest = { path: `${me}/webhook-deliveries?limit=1`, credential };
  const [last] = mustBe(await ask<readonly { readonly deliveryId: string }[]>(newest), 200);
  const told: NotificationView[] = [];
  const readPage = async (asks: Ask) => {
    const path = `${me}/events?limit=200&after=${told.at(-1)?.id ?? last?.deliveryId ?? '0'}`;
    told.push(...mustBe(await asks<readonly NotificationView[]>({ path, credential }), 200));
    return [...told];
  };
  let reading: Promise<unknown> = Promise.resolve();
  return (asks) => {
    // Reads run in turn, so that no page is read twice.
    const read = reading.then(() => readPage(asks));
    reading = read.catch(() => undefined);
    return read;
  };
};

/** How many cases each check had. Throws at the first fault. */
const casesIn = (checks: Checks, seen: Seen, runs: readonly Seen[]): Readonly<Record<string, number>> => {
  const cases: Record<string, number> = {};
  for (const [law, check] of Object.entries(checks))
    for (const fault of check(seen, runs)) {
      if (fault !== null) throw Object.assign(new Error(fault), { law });
      cases[law] = (cases[law] ?? 0) + 1;
    }
  return cases;
};

/** For an `fc.asyncModelRun` of your own: each call makes a user, whose commands judge what they see. */
export const openRuns = async (baseUrl: string, options: DriveOptions, checks: Checks) => {
  const { credentials, webhooks } = options;
  const door = doorOf(baseUrl, options);
  const assetIds = await openSandbox(door, credentials);
  const feed =
    webhooks === undefined ? await openFeed(asking(door).ask, credentials[0].apiKey) : async () => webhooks();
  return async (trail: Run['trail'] = []): Promise<{ readonly model: Run; readonly real: Run }> => {
    const { ask, spent } = asking(door);
    const user = await openUser(ask, credentials[0].apiKey);
    const seen: Seen = { userId: user.userId, quotes: [], intents: [], repeats: [], looks: [] };
    let stranger: Promise<User> | null = null;
    const run: Run = {
      ...{ spent, seen, credentials, assetIds, user, ask, wait: door.wait, told: feed, trail },
      stranger: () => {
        stranger ??= openUser(ask, credentials[1].apiKey);
        return stranger;
      },
      judge: () => casesIn(checks, seen, [seen]),
    };
    return { model: run, real: run };
  };
};

type Open = Awaited<ReturnType<typeof openRuns>>;

/** Runs the commands by a new user, and reports the broken law. */
type Attempt = (list: Iterable<ServiceCommand>) => Promise<Broken | null>;

interface Broken {
  readonly law: string;
  readonly fault: string;
  readonly trail: Run['trail'];
}

const attemptBy =
  (open: Open, isSound: (run: Run) => void): Attempt =>
  async (list) => {
    const trail: Run['trail'] = [];
    try {
      const opened = await open(trail);
      await fc.asyncModelRun(() => opened, list);
      isSound(opened.real);
      return null;
    } catch (error) {
      if (error === NO_REQUEST_LEFT) return null;
      const { message: fault, law = 'Answers' } = error as Error & { readonly law?: string };
      return { law, fault, trail };
    }
  };

/** Leaves out halves, quarters, and so on to single commands, as long as the same law is broken. */
const shortened = async (attempt: Attempt, found: Broken): Promise<Broken> => {
  let [shortest, tries] = [found, 0];
  for (let size = Math.ceil(found.trail.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let start = shortest.trail.length - size; start >= 0 && tries < MOST_TRIES; start -= size) {
      tries += 1;
      const kept = shortest.trail.filter((_, place) => place < start || place >= start + size);
      const again = await attempt(kept.map(({ command }) => command));
      if (again?.law === found.law) shortest = again;
    }
  return shortest;
};

const lists = fc.commands(serviceCommands, { maxCommands: 60, size: 'max' });

const sumsOf = (pairs: readonly (readonly [string, number])[]): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {};
  for (const [name, count] of pairs) sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

const statusesIn = ({ intents }: Seen) =>
  intents.map(({ reads, first }) => [(reads.at(-1) ?? first.data).status, 1] as const);

const violationOf = ({ law, fault, trail }: Broken): Violation => ({
  law,
  fault,
  commands: trail.map(({ said }) => said),
});

/** Drives until the first violation, at most 25 runs at once. Rejects when the base URL or a credential is refused. */
export const drive = async (baseUrl: string, options: DriveOptions, checks: Checks): Promise<Report> => {
  const { runs = RUNS, seed = fc.sample(fc.nat(), 1)[0]! } = options;
  const open = await openRuns(baseUrl, options, checks);
  const done: Run[] = [];
  const found: Broken[] = [];
  // An id may be that of another run.
  const attempt = attemptBy(open, (run) => {
    done.push(run);
    casesIn(
      checks,
      run.seen,
      done.map(({ seen }) => seen),
    );
  });
  let begun = 0;
  const work = async (): Promise<void> => {
    while (begun < runs && found.length === 0) {
      begun += 1;
      const [list = []] = fc.sample(lists, { numRuns: 1, seed: seed + begun });
      const broken = await attempt(list);
      if (broken !== null) found.push(broken);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs) }, work));
  return {
    ...{ runs: begun, seed, requests: done.map(({ spent }) => spent()) },
    cases: sumsOf(done.flatMap(({ seen }) => Object.entries(casesIn(checks, seen, [seen])))),
    statuses: sumsOf(done.flatMap(({ seen }) => statusesIn(seen))),
    violations: await Promise.all(found.slice(0, 1).map(async (one) => violationOf(await shortened(attempt, one)))),
  };
};
