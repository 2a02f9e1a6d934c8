import { parseArgs } from 'node:util';
import { benchDustBlock } from './chains/dust-block';
import { benchJudge } from './chains/judge';
import { benchCallbackIntake } from './doors/callback-intake';
import { benchCashinIntent } from './doors/cashin-intent';
import { benchCreateIntent } from './doors/create-intent';
import { benchCredentialTiming } from './doors/credential-timing';
import { benchKycSession } from './doors/kyc-session';
import { benchLists } from './doors/lists';
import { benchMetricsCost } from './doors/metrics-cost';
import { benchGetIntent, benchListKeysByApiKey, benchListKeysBySignature } from './doors/reads';
import { benchHostileLogin } from './doors/wallet-login-hostile';
import { benchWebhooks } from './doors/webhooks';
import { benchWithdrawRace } from './doors/withdraw-race';
import { type Bench, type Figure, FULL, QUICK, type Scale, withRows } from './figures';
import { benchIdleMemory } from './idle-rss';
import { benchAppend } from './ledger/append';
import { benchExpiry } from './ledger/expiry';
import { benchForeign } from './ledger/foreign';
import { benchInterleavings } from './ledger/interleavings';
import { benchPayoutDispatch } from './ledger/payout-dispatch';
import { benchProjectionLag } from './ledger/projection-lag';
import { benchReadAll } from './ledger/read-all';
import { benchReadLarge } from './ledger/read-large';
import { benchRebuild } from './ledger/rebuild';
import { benchStoreMove } from './ledger/store-move';
import { tableOf, writeResults } from './support/results';

const BENCHMARKS: { readonly [name: string]: (bench: Bench) => Promise<readonly Figure[]> } = {
  append: benchAppend,
  'read-all': benchReadAll,
  'read-large': benchReadLarge,
  'create-intent': benchCreateIntent,
  'kyc-session': benchKycSession,
  'cashin-intent': benchCashinIntent,
  'callback-intake': benchCallbackIntake,
  'withdraw-race': benchWithdrawRace,
  'payout-dispatch': benchPayoutDispatch,
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
  expiry: benchExpiry,
  lists: benchLists,
  foreign: benchForeign,
  interleavings: benchInterleavings,
  'store-move': benchStoreMove,
};

/** Of one benchmark; past it something hangs. The processes below end when this one does. */
const LONGEST_MS = 90 * 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The scale that is asked for, and the names: `--rows` alone makes the lists smaller or larger. */
const asked = (words: readonly string[]): { readonly scale: Scale; readonly names: readonly string[] } => {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { quick: { type: 'boolean', default: false }, rows: { type: 'string' } },
    allowPositionals: true,
  });
  const scale = values.quick ? QUICK : FULL;
  return { names: positionals, scale: values.rows === undefined ? scale : withRows(scale, Number(values.rows)) };
};

/** `npm run bench [-- [--quick] [--rows N] [names]]`: measures, prints the table, and writes bench/results.json. */
const bench = async (words: readonly string[]): Promise<void> => {
  const { names, scale } = asked(words);
  const unknown = names.filter((name) => BENCHMARKS[name] === undefined);
  if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join(', ')}; there are ${listed()}`);
  const chosen = names.length === 0 ? Object.keys(BENCHMARKS) : names;
  const figures: Figure[] = [];
  for (const name of chosen) {
    say(name);
    watchdog.refresh();
    figures.push(...((await BENCHMARKS[name]?.({ scale, say })) ?? []));
  }
  say('');
  say(tableOf(figures));
  if (scale.isTrial) say('A trial shows that the programs work; bench/results.json is left as it was.');
  else say(`Written to ${writeResults(figures)}`);
};

const listed = (): string => Object.keys(BENCHMARKS).join(', ');

const watchdog = setTimeout(() => {
  process.stderr.write(`A benchmark did not end within ${LONGEST_MS / 60_000} minutes\n`);
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
