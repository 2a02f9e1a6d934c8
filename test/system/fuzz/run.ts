import { MOST_BUSY_SHARE } from './busy';
import { complaintsIn } from './complaints';
import { credentialsOf } from './credentials';
import { heldMegabytes } from './held-memory';
import { type Instance, openInstance } from './instance';
import { settledMegabytes } from './memory';
import { raceIntents, raceNonces } from './races';
import type { RaceReport } from './racing';
import type { Document } from './requests/document';
import { seedOf } from './requests/random';
import { storedCallbacks } from './stored-callbacks';
import type { StormReport } from './storm/state';
import { runStorm } from './storm/storm';

const REQUESTS = 100_000;
/** Until then the heap is still finding its size. */
const WARMING_REQUESTS = 30_000;
const CONNECTIONS = 64;
const LEAST_AUTHENTICATED = 0.2;
const MOST_LIMITED = 0.01;
/** Bounded caches still fill up; a leak of 300 bytes a request would exceed this. */
const MOST_HELD_GROWTH_MEGABYTES = 30;
const MOST_RESIDENT_GROWTH_MEGABYTES = 50;
const PROGRESS_EVERY = 10_000;

/** Megabytes. */
interface Memory {
  readonly resident: number;
  readonly held: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run fuzz`: 100,000 requests at one process, and races over two. Ends with 1 when a bound is broken. */
const fuzz = async (): Promise<readonly string[]> => {
  const seed = seedOf(process.env);
  say(`seed ${seed} (FUZZ_SEED=${seed} npm run fuzz repeats it)`);
  const instance = await openInstance(1);
  try {
    const stormed = await storm(instance, seed);
    say('nonces: 1,000 signed requests, each sent 20 times at once to two processes');
    const nonces = judge('nonces', await raceNonces(instance, { rounds: 1_000, runners: 20 }));
    say('intents: 500 quotes, each asked for 20 times at once at two processes');
    const intents = judge('intents', await raceIntents(instance, { rounds: 500, runners: 20 }));
    return [...stormed, ...nonces, ...intents, ...complaintsIn(instance.service.stderr())];
  } finally {
    await instance.stop();
  }
};

/** Collected first: the resident size of an unchanged heap moves by tens of MB otherwise. */
const memoryOf = async ({ service }: Instance): Promise<Memory> => {
  const held = await heldMegabytes(service);
  return { held, resident: await settledMegabytes(service.child.pid ?? 0) };
};

const storm = async (instance: Instance, seed: number): Promise<readonly string[]> => {
  const url = instance.service.url;
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const shared = {
    url,
    document,
    connections: CONNECTIONS,
    authorize: credentialsOf(instance),
    spared: instance.ownIds,
  };
  const quiet = { onProgress: () => undefined };
  const warm = await runStorm({ ...shared, ...quiet, seed: seed + 1, requests: WARMING_REQUESTS });
  const before = await memoryOf(instance);
  const onProgress = (sent: number): void => {
    if (sent % PROGRESS_EVERY === 0) say(`  ${sent} requests`);
  };
  const report = await runStorm({ ...shared, onProgress, seed, requests: REQUESTS });
  const after = await memoryOf(instance);
  const growth = { held: after.held - before.held, resident: after.resident - before.resident };
  const grown = (what: keyof Memory): string => `${before[what].toFixed(0)} MB + ${growth[what].toFixed(0)} MB`;
  say(`  statuses ${JSON.stringify(Object.fromEntries([...report.statuses].sort()))}`);
  say(
    `  past authentication ${percent(report.authenticated / report.sent)}, memory held ${grown('held')}, resident ${grown('resident')}`,
  );
  const stored = await storedCallbacks(instance.dataDir);
  return [...faultsOf(warm), ...faultsOf(report), ...broken(report, growth), ...missed(report, stored)];
};

/** Operations that the run did not reach, and so could not break. */
const missed = ({ unserved }: StormReport, stored: number): readonly string[] => [
  ...unserved.map((operation) => `nobody was served: ${operation}`),
  ...(stored === 0 ? ['no callback was stored'] : []),
];

const faultsOf = ({ faults }: StormReport): readonly string[] => faults.map((fault) => `a fault: ${fault}`);

const broken = ({ statuses, sent, authenticated, busy }: StormReport, growth: Memory): readonly string[] => [
  ...(authenticated / sent < LEAST_AUTHENTICATED ? [`only ${percent(authenticated / sent)} past authentication`] : []),
  ...(busy / sent > MOST_BUSY_SHARE ? [`${percent(busy / sent)} were told to ask again`] : []),
  ...((statuses.get(429) ?? 0) / sent > MOST_LIMITED ? ['too many 429'] : []),
  ...(growth.held > MOST_HELD_GROWTH_MEGABYTES ? [`it holds ${growth.held.toFixed(0)} MB more`] : []),
  ...(growth.resident > MOST_RESIDENT_GROWTH_MEGABYTES ? [`it grew by ${growth.resident.toFixed(0)} MB`] : []),
];

const judge = (name: string, { winners, undecided, odd }: RaceReport): readonly string[] => {
  say(`  winners ${JSON.stringify(winners)}, undecided ${undecided}`);
  const wrong = Object.keys(winners).filter((count) => count !== '1');
  const tooMany = undecided > (winners[1] ?? 0) ? [`${name}: ${undecided} rounds undecided`] : [];
  return [
    ...tooMany,
    ...wrong.map((count) => `${name}: rounds with ${count} winners`),
    ...odd.map((reply) => `${name}: ${reply}`),
  ];
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

fuzz().then(
  (problems) => {
    for (const problem of problems) say(`BROKEN ${problem}`);
    say(problems.length === 0 ? 'FUZZ OK' : `FUZZ FAILED (${problems.length})`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
