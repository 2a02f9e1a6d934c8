import { parseArgs } from 'node:util';
import { runChaos } from './chain-chaos';
import { runClosedChaos } from './closed/closed-chaos';
import { CLOSED_FAMILIES, type ClosedFamily } from './closed/families';
import type { ChaosReport } from './frame';
import { isLikeness, PROFILES } from './node/profiles';
import type { PlanOptions } from './plan';

const INTENTS = 200;
/** A payout that its bank does not know is sent again after ten minutes, and the question comes every five. */
const QUIET_TIMEOUT_MS = 1_200_000;
const KEPT_OBJECTIONS = 10;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const wholeOf = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number above zero`);
  return value;
};

type Options = PlanOptions & { readonly family: 'evm' | ClosedFamily };

const isFamily = (text: string): text is Options['family'] => text === 'evm' || text in CLOSED_FAMILIES;

const readOptions = (words: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      family: { type: 'string', default: 'evm' },
      seed: { type: 'string' },
      intents: { type: 'string', default: String(INTENTS) },
      like: { type: 'string', default: 'plain' },
      calm: { type: 'boolean', default: false },
    },
  });
  const { family, seed, intents, like, calm } = values;
  if (seed === undefined) throw new Error('--seed N is missing');
  if (!isLikeness(like)) throw new Error(`--like is one of ${Object.keys(PROFILES).join(', ')}`);
  if (!isFamily(family)) throw new Error(`--family is one of evm, ${Object.keys(CLOSED_FAMILIES).join(', ')}`);
  return { family, seed: wholeOf('seed', seed), intents: wholeOf('intents', intents), like, calm };
};

/** Rejects at Ctrl-C, so that everything that was started is ended. */
const interruption = (): Promise<never> => {
  const stopped = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(`Ended by ${signal}`)));
  });
  // The rejection is no fault before its first listener.
  stopped.catch(() => undefined);
  return stopped;
};

const ride = async ({ family, ...options }: Options): Promise<ChaosReport> => {
  const framed = { ...options, quietTimeoutMs: QUIET_TIMEOUT_MS, say, stopped: interruption() };
  return family === 'evm' ? runChaos(framed) : runClosedChaos(await CLOSED_FAMILIES[family](), framed);
};

/** `npm run chain-chaos -- [--family F] --seed N [--intents N] [--like polygon|base|bsc] [--calm]`; ends with 1 when a check fails. */
const main = async (words: readonly string[]): Promise<number> => {
  const options = readOptions(words);
  const { checks, ok, summary } = await ride(options);
  for (const { name, objections } of checks) {
    say(
      `${objections.length === 0 ? 'ok    ' : 'FAILED'} ${name}${objections.length === 0 ? '' : ` (${objections.length})`}`,
    );
    for (const objection of objections.slice(0, KEPT_OBJECTIONS)) say(`         ${objection}`);
  }
  const failed = checks.filter(({ objections }) => objections.length > 0).map(({ name }) => name);
  const told = `family=${options.family} seed=${options.seed} ${summary}`;
  say(ok ? `CHAIN CHAOS OK ${told}` : `CHAIN CHAOS FAILED ${told}: ${failed.join('; ')}`);
  return ok ? 0 : 1;
};

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    // Running work would keep the failed process alive.
    process.exit(1);
  },
);
