import type { Command } from 'commander';
import { closeAlert } from '../../../commands/operator/console/close-alert';
import { alertRows, type OpenAlert } from '../../../infra/alerts/alert-rows';
import { durationOf } from '../../../infra/alerts/sweep-alerts';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';

/** `ledger alerts [list|close]`. */
export const addAlertCommands = (program: Command): void => {
  const alerts = program.command('alerts').description('list open alerts, and close settled ones');
  alerts
    .command('list', { isDefault: true })
    .description('list every open alert: kind, subject, start and text')
    .option('--json', 'print only JSON on stdout')
    .action(list);
  withOperator(alerts.command('close <kind> <subject>'))
    .description('close an alert; the alert opens again if its cause continues. Needs --actor and --reason')
    .action(close);
};

const list = async (options: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const open = await alertRows(adapters.ports.query).open();
    print(options.json, open, open.length === 0 ? ['No open alerts'] : open.map(lineOf));
  });

const lineOf = ({ kind, subject, openedAt, says, facts }: OpenAlert): string => {
  const told = Object.entries(facts).map(([name, value]) => `\n  ${name}: ${value}`);
  return `${openedAt}  ${kind} '${subject}'\n  ${says}${told.join('')}`;
};

const close = async (kind: string, subject: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('alerts close', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const { ports } = session.adapters;
    const alert = await closeAlert({ ...ports, alerts: alertRows(ports.query) })({ kind, subject }, context);
    if (alert === null) throw new Error(`No open alert ${kind} '${subject}'`);
    const openFor = durationOf(ports.clock.now() - Date.parse(alert.openedAt));
    print(options.json, { kind, subject, openFor }, [`Closed after ${openFor}: ${alert.says}`]);
  });
};
