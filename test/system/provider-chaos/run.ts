import { parseArgs } from 'node:util';
import { interruption, printReport, runProgramOf, say, wholeOf } from '../chaos/program';
import { isPlayer, PLAYERS, type PlayerName } from './players/players';
import { runProviderChaos } from './provider-chaos';

const PAYOUTS = 100;
/** A lost payout is sent again after ten minutes, and a breaker may be open for a quarter of an hour. */
const QUIET_TIMEOUT_MS = 40 * 60_000;

interface Options {
  readonly provider: PlayerName;
  readonly seed: number;
  readonly payouts: number;
}

const readOptions = (words: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      provider: { type: 'string', default: '' },
      seed: { type: 'string' },
      payouts: { type: 'string', default: String(PAYOUTS) },
    },
  });
  const { provider, seed, payouts } = values;
  if (seed === undefined) throw new Error('--seed N is missing');
  if (!isPlayer(provider)) throw new Error(`--provider is one of ${Object.keys(PLAYERS).join(', ')}`);
  return { provider, seed: wholeOf('seed', seed), payouts: wholeOf('payouts', payouts) };
};

/** `npm run provider-chaos -- --provider woovi|asaas|reloadly|apipix --seed N [--payouts N]`; ends with 1 when a check fails. */
runProgramOf(async (words) => {
  const { provider, ...options } = readOptions(words);
  const framed = { ...options, quietTimeoutMs: QUIET_TIMEOUT_MS, say, stopped: interruption() };
  const report = await runProviderChaos({ ...framed, providers: { [provider]: null } });
  return printReport(report, 'PROVIDER CHAOS', `provider=${provider} seed=${options.seed}`);
});
