import { parseArgs } from 'node:util';
import type { ChaosReport } from '../chaos/frame';
import { interruption, printReport, runProgramOf, say, wholeOf } from '../chaos/program';
import { runChaos } from './chain-chaos';
import { runClosedChaos } from './closed/closed-chaos';
import { CLOSED_FAMILIES, type ClosedFamily } from './closed/families';
import { isLikeness, PROFILES } from './node/profiles';
import type { PlanOptions } from './plan';

const INTENTS = 200;
/** A payout that its bank does not know is sent again after ten minutes, and the question comes every five. */
const QUIET_TIMEOUT_MS = 1_200_000;

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

const ride = async ({ family, ...options }: Options): Promise<ChaosReport> => {
  const framed = { ...options, quietTimeoutMs: QUIET_TIMEOUT_MS, say, stopped: interruption() };
  return family === 'evm' ? runChaos(framed) : runClosedChaos(await CLOSED_FAMILIES[family](), framed);
};

/** `npm run chain-chaos -- [--family F] --seed N [--intents N] [--like polygon|base|bsc] [--calm]`; ends with 1 when a check fails. */
runProgramOf(async (words) => {
  const options = readOptions(words);
  return printReport(await ride(options), 'CHAIN CHAOS', `family=${options.family} seed=${options.seed}`);
});
