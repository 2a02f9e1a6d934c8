import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PARTNER } from '../seeds/ledger';
import { issueApiKey, post } from '../support/partner';
import { onSite } from '../support/site';
import { openWorld } from '../support/world';
import type { CountedRequest } from './calls';
import { type Answer, POSTS, type Post } from './posts';

/** The last round counts: connections and caches are warm, and each request comes alone. */
const ROUNDS = 4;

/** `npm run calls`: prints what each POST asks of the stores until its answer, as a table for docs/architecture.md. */
const countCalls = (): Promise<void> =>
  onSite(async (site) => {
    const file = path.join(site.dataDir, 'calls.jsonl');
    const counter = path.join(__dirname, 'counter.js');
    // The service inherits both.
    Object.assign(process.env, { NODE_OPTIONS: `--require ${counter}`, CALLS_FILE: file });
    const world = await openWorld(site, 1);
    const credentials = { PARTNER: await issueApiKey(site, PARTNER.partnerId), USER: world.tokens[0] ?? '' };
    for (let round = 0; round < ROUNDS; round += 1) await askAll(world.service.url, credentials, world.untilAtRest);
    process.stdout.write(`${tableOf(countedIn(file))}\n`);
  });

type Credentials = Readonly<Record<Post['by'], string>>;

const askAll = async (url: string, credentials: Credentials, untilAtRest: () => Promise<unknown>): Promise<void> => {
  const made = new Map<string, Answer>();
  for (const asked of POSTS) {
    made.set(asked.path, await post<Answer>(url + asked.path, credentials[asked.by], asked.body(made)));
    await untilAtRest();
  }
};

const countedIn = (file: string): readonly CountedRequest[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as CountedRequest);

const tableOf = (counted: readonly CountedRequest[]): string =>
  [
    '| POST | appends | stream reads | other statements | of simulators | commits |',
    '|---|---|---|---|---|---|',
    ...POSTS.map(({ path: asked }) => lineOf(counted.findLast((request) => request.path === asked))),
  ].join('\n');

const lineOf = (request: CountedRequest | undefined): string => {
  if (request === undefined) throw new Error('A POST was not counted');
  const { path: asked, appends, streamReads, statements, simulated, commits } = request;
  return `| \`${asked}\` | ${appends} | ${streamReads} | ${statements} | ${simulated} | ${commits} |`;
};

countCalls().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
