import type { Command } from 'commander';
import { toDecimal } from '../../../../aggregates/money';
import { readConfig } from '../../../config';
import { readPriced } from '../../wiring/prices/prices';
import type { ProviderEntry } from '../../wiring/prices/providers-file';
import { print } from '../operator';

/** `ledger limits`: what PROVIDERS_FILE allows. Needs no store and no running service. */
export const addLimitCommand = (program: Command): void => {
  program
    .command('limits')
    .description('print the limits of each bank of PROVIDERS_FILE, in reais')
    .option('--json', 'print only JSON on stdout')
    .action(show);
};

const show = ({ json }: { readonly json?: boolean }): void => {
  const limits = readPriced(readConfig(process.env)).providers.flatMap(limitsOf);
  print(json, { limits }, limits.length === 0 ? ['PROVIDERS_FILE sets no limit'] : limits.map(lineOf));
};

interface Shown {
  readonly provider: string;
  /** Null: of the whole account. */
  readonly method: string | null;
  readonly limit: string;
  readonly amount: string;
}

const limitsOf = ({ name: provider, limits, balanceFloorCents }: ProviderEntry): readonly Shown[] => {
  const floor = { provider, method: null, limit: 'balanceFloor' };
  const byMethod = Object.entries(limits ?? {}).flatMap(([method, ofMethod]) =>
    Object.entries(ofMethod as Readonly<Record<string, bigint>>).map(([limit, cents]) => ({
      ...{ provider, method, limit: limit.replace(/Cents$/, '') },
      amount: toDecimal(cents, 2),
    })),
  );
  return [...byMethod, ...(balanceFloorCents === null ? [] : [{ ...floor, amount: toDecimal(balanceFloorCents, 2) }])];
};

const lineOf = ({ provider, method, limit, amount }: Shown): string =>
  `${provider.padEnd(16)} ${(method ?? '-').padEnd(12)} ${limit.padEnd(12)} R$ ${amount.padStart(14)}`;
