import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { CommandContext } from '../../../../commands/handling/context';
import {
  type AskedExport,
  type AskedPayments,
  type ExportDeps,
  type ExportedFile,
  exportAudit,
  exportPayments,
} from '../../../reads/exports/export-files';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, untilCaughtUp, withOperator } from '../operator';

interface ExportOptions extends OperatorOptions {
  readonly to?: string;
}

interface PaymentOptions extends ExportOptions {
  readonly month: string;
  readonly partner?: string;
}

/** `ledger export audit|payments`: CSV on stdout. */
export const addExportCommands = (program: Command): void => {
  const group = program
    .command('export')
    .description('lists to take away, as CSV on stdout; the log names who took them');
  withOperator(group.command('audit'))
    .description('every event; needs --actor and --reason')
    .option('--to <position>', 'the last commit position')
    .action((options: ExportOptions) => printed(options, exportAudit, {}));
  withOperator(group.command('payments'))
    .description('a line for each payment that completed, came back or was refunded; needs --actor and --reason')
    .requiredOption('--month <month>', 'such as 2026-11, of São Paulo')
    .option('--partner <partnerId>', 'only this partner')
    .option('--to <position>', 'the last commit position')
    .action(({ month, partner, ...options }: PaymentOptions) =>
      printed<AskedPayments>(options, exportPayments, { month, partnerId: partner ?? null }),
    );
};

type Exporting<Asked> = (deps: ExportDeps) => (asked: Asked, context: CommandContext) => Promise<ExportedFile>;

const printed = async <Asked extends AskedExport>(
  options: ExportOptions,
  exporting: Exporting<Asked>,
  rest: Omit<Asked, keyof AskedExport>,
): Promise<void> => {
  mustSayWhy('export', options);
  if (options.to !== undefined && !/^\d{1,20}$/.test(options.to)) throw new Error('--to must be a position');
  await inSession(async (session) => {
    const context = await operatorContext(session, options, 'export');
    await untilCaughtUp(session);
    const asked = { ...rest, operatorName: context.actor.id, upTo: options.to ?? null } as Asked;
    const { text } = await exporting(session.adapters.ports)(asked, context);
    await pipeline(text, process.stdout, { end: false });
  });
};
