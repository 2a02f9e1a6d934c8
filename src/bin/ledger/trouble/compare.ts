import type { Command } from 'commander';
import { toDecimal } from '../../../../aggregates/money';
import type { NotComparedBank } from '../../../../commands/payout/comparing/compare-banks';
import { type ComparedDay, type Difference, lastDayBefore } from '../../../../commands/payout/comparing/compared-day';
import { comparingOf } from '../../wiring/banks/comparing';
import { inSession, print } from '../operator';

export const addCompareCommand = (payouts: Command): void => {
  payouts
    .command('compare')
    .option('--day <date>', 'a day in Brasília, such as 2026-11-27; default: the last complete day')
    .option('--json', 'print only JSON on stdout')
    .description(
      "compare each bank's statement of a day with the log; each difference raises an alert, and no money moves",
    )
    .action(compare);
};

interface CompareOptions {
  readonly day?: string;
  readonly json?: boolean;
}

const compare = async ({ day, json }: CompareOptions): Promise<void> =>
  inSession(async ({ adapters }) => {
    const asked = day ?? lastDayBefore(adapters.ports.clock.now());
    const { compared, notCompared } = await comparingOf(adapters)({ day: asked });
    const lines = [...compared.flatMap(linesOf), ...notCompared.map(failureLine)];
    print(json, { compared, notCompared }, lines);
    if (notCompared.length > 0) process.exitCode = 1;
  });

const linesOf = ({ day, provider, mode, orders, differences }: ComparedDay): readonly string[] => [
  `${day}  ${provider} (${mode}): ${orders} orders, ${differences.length} differences`,
  ...differences.map(differenceLine),
];

const differenceLine = ({ kind, providerKey, providerId, stream, ...sides }: Difference): string =>
  [
    `  ${kind.padEnd(20)} ${providerKey === '' ? (providerId ?? '') : providerKey}  ${stream ?? 'no payment'}`,
    `the log: ${sideOf(sides.loggedOutcome, sides.loggedCents)}`,
    `the bank: ${sideOf(sides.listedOutcome, sides.listedCents)}`,
  ].join('; ');

const sideOf = (outcome: string | null, cents: string | null): string =>
  outcome === null || cents === null ? 'nothing' : `${outcome} R$ ${toDecimal(BigInt(cents), 2)}`;

const failureLine = ({ day, provider, mode, reason }: NotComparedBank): string =>
  `${day}  ${provider} (${mode}): not compared: ${reason}`;
