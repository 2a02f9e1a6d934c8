import { benchAppend } from './append';
import { benchCreateIntent } from './create-intent';
import { benchCredentialTiming } from './credential-timing';
import { benchDustBlock } from './dust-block';
import { type Bench, type Figure, FULL, QUICK } from './figures';
import { benchIdleMemory } from './idle-rss';
import { benchJudge } from './judge';
import { benchLists } from './lists';
import { benchMetricsCost } from './metrics-cost';
import { benchProjectionLag } from './projection-lag';
import { benchReadAll } from './read-all';
import { benchGetIntent, benchListKeysByApiKey, benchListKeysBySignature } from './reads';
import { benchRebuild } from './rebuild';
import { tableOf, writeResults } from './support/results';
import { benchHostileLogin } from './wallet-login-hostile';
import { benchWebhooks } from './webhooks';

const BENCHMARKS: { readonly [name: string]: (bench: Bench) => Promise<readonly Figure[]> } = {
  append: benchAppend,
  'read-all': benchReadAll,
  'create-intent': benchCreateIntent,
  'metrics-cost': benchMetricsCost,
  'get-intent-jwt': benchGetIntent,
  'list-keys-apikey': benchListKeysByApiKey,
  'list-keys-hmac': benchListKeysBySignature,
  'credential-timing': benchCredentialTiming,
  rebuild: benchRebuild,
  'projection-lag': benchProjectionLag,
  'idle-rss': benchIdleMemory,
  judge: benchJudge,
  'dust-block': benchDustBlock,
  'wallet-login-hostile': benchHostileLogin,
  webhooks: benchWebhooks,
  lists: benchLists,
};

/** Past it something hangs; the processes below end when this one does. */
const LONGEST_MS = 90 * 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run bench [-- [--quick] [names]]`: measures, prints the table, and writes bench/results.json. */
const bench = async (words: readonly string[]): Promise<void> => {
  const names = words.filter((word) => word !== '--quick');
  const unknown = names.filter((name) => BENCHMARKS[name] === undefined);
  if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join(', ')}; there are ${listed()}`);
  const scale = words.includes('--quick') ? QUICK : FULL;
  const chosen = names.length === 0 ? Object.keys(BENCHMARKS) : names;
  const figures: Figure[] = [];
  for (const name of chosen) {
    say(name);
    figures.push(...((await BENCHMARKS[name]?.({ scale, say })) ?? []));
  }
  say('');
  say(tableOf(figures));
  if (scale.isQuick) say('A quick run shows that the programs work; bench/results.json is left as it was.');
  else say(`Written to ${writeResults(figures)}`);
};

const listed = (): string => Object.keys(BENCHMARKS).join(', ');

const watchdog = setTimeout(() => {
  process.stderr.write(`The benchmarks did not end within ${LONGEST_MS / 60_000} minutes\n`);
  process.kill(process.pid, 'SIGTERM');
}, LONGEST_MS);

bench(process.argv.slice(2)).then(
  () => clearTimeout(watchdog),
  (error: unknown) => {
    clearTimeout(watchdog);
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
