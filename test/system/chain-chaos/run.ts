import { parseArgs } from 'node:util';
import { runChaos } from './chain-chaos';
import { isLikeness, PROFILES } from './node/profiles';
import type { PlanOptions } from './plan';

const INTENTS = 200;
/** A provider that did not answer is asked again after 5 minutes at last. */
const QUIET_TIMEOUT_MS = 480_000;
const KEPT_OBJECTIONS = 10;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const wholeOf = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number above zero`);
  return value;
};

const readOptions = (words: readonly string[]): PlanOptions => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string' },
      intents: { type: 'string', default: String(INTENTS) },
      like: { type: 'string', default: 'plain' },
      calm: { type: 'boolean', default: false },
    },
  });
  const { seed, intents, like, calm } = values;
  if (seed === undefined) throw new Error('--seed N is missing');
  if (!isLikeness(like)) throw new Error(`--like is one of ${Object.keys(PROFILES).join(', ')}`);
  return { seed: wholeOf('seed', seed), intents: wholeOf('intents', intents), like, calm };
};

/** Rejects at Ctrl-C, so that everything that was started is ended. */
const interruption = (): Promise<never> => {
  const stopped = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(`Ended by ${signal}`)));
  });
  // While nobody listens yet that is no fault.
  stopped.catch(() => undefined);
  return stopped;
};

/** `npm run chain-chaos -- --seed N [--intents N] [--like polygon|base|bsc] [--calm]`; ends with 1 when a check fails. */
const main = async (words: readonly string[]): Promise<number> => {
  const options = readOptions(words);
  const { checks, ok, summary } = await runChaos({
    ...options,
    ...{ quietTimeoutMs: QUIET_TIMEOUT_MS, say, stopped: interruption() },
  });
  for (const { name, objections } of checks) {
    say(
      `${objections.length === 0 ? 'ok    ' : 'FAILED'} ${name}${objections.length === 0 ? '' : ` (${objections.length})`}`,
    );
    for (const objection of objections.slice(0, KEPT_OBJECTIONS)) say(`         ${objection}`);
  }
  const failed = checks.filter(({ objections }) => objections.length > 0).map(({ name }) => name);
  const told = `seed=${options.seed} ${summary}`;
  say(ok ? `CHAIN CHAOS OK ${told}` : `CHAIN CHAOS FAILED ${told}: ${failed.join('; ')}`);
  return ok ? 0 : 1;
};

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    // What was under way when it failed would keep it alive.
    process.exit(1);
  },
);
