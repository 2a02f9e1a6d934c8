import type { Command } from 'commander';
import { toDecimal } from '../../../../aggregates/money';
import { systemClock } from '../../../../infra/clock';
import type { Health } from '../../../../infra/providers/health';
import { createReads } from '../../../../infra/providers/http/reads';
import { readConfig } from '../../../config';
import { createLogger } from '../../stores/logger';
import { type Bank, banksIn } from '../../wiring/banks/banks';
import { readPriced } from '../../wiring/prices/prices';
import { print } from '../operator';

/** `ledger providers`: asks each bank once. Needs no store and no running service. */
export const addProviderCommand = (program: Command): void => {
  program
    .command('providers')
    .description(
      'ask each bank of PROVIDERS_FILE once, and print its balance, its look-ups that are left and its error',
    )
    .option('--json', 'print nothing but JSON on stdout')
    .action(show);
};

const TIMEOUT_MS = 10_000;

const askBank = async ({ entry, readHealth }: Bank): Promise<Health & Pick<Bank['entry'], 'name' | 'adapter'>> => {
  const deadlineMs = systemClock.now() + TIMEOUT_MS;
  const context = { requestId: 'ledger-providers', partnerId: '', mode: 'live', deadlineMs } as const;
  const { name, adapter } = entry;
  return { name, adapter, ...(await readHealth(context)) };
};

const show = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  const config = readConfig(process.env);
  const reads = createReads();
  const logger = createLogger(config.LOG_LEVEL);
  const asked = await Promise.all(banksIn({ config, ...readPriced(config), reads, logger }).map(askBank));
  await reads.close();
  const providers = asked.map(({ balanceCents, ...health }) => ({
    ...{ ...health, isHealthy: health.error === null },
    balance: balanceCents === null ? null : toDecimal(balanceCents, 2),
  }));
  print(json, { providers }, providers.length === 0 ? ['PROVIDERS_FILE names no bank'] : providers.map(lineOf));
};

interface Shown extends Pick<Health, 'tokens' | 'error'> {
  readonly name: string;
  readonly balance: string | null;
}

const lineOf = ({ name, balance, tokens, error }: Shown): string => {
  const left = tokens === null ? '-' : `${tokens.tokens} of ${tokens.maxTokens}`;
  const state = error === null ? 'healthy' : `${error.code}: ${error.message}`;
  return `${name.padEnd(16)} R$ ${(balance ?? '?').padStart(14)}  look-ups ${left}  ${state}`;
};
