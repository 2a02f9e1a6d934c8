import type { Command } from 'commander';
import type { OpenAlert } from '../../../commands/alerts/evidence';
import { alertRows, listOpenAlerts } from '../../../infra/alerts/alert-rows';
import { closeAlert } from '../../../infra/alerts/sweep-alerts';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';

/** `ledger alerts [list|close]`. */
export const addAlertCommands = (program: Command): void => {
  const alerts = program.command('alerts').description('open alerts, and closing what a person has settled');
  alerts
    .command('list', { isDefault: true })
    .description('every open alert: kind, subject, since when, and what it says')
    .option('--json', 'print nothing but JSON on stdout')
    .action(list);
  withOperator(alerts.command('close <kind> <subject>'))
    .description('close one; it opens again when its cause is seen again. Needs --actor and --reason')
    .action(close);
};

const list = async (options: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const open = await listOpenAlerts(alertRows(adapters.ports.query));
    print(options.json, open, open.length === 0 ? ['No open alerts'] : open.map(lineOf));
  });

const lineOf = ({ kind, subject, openedAt, says, facts }: OpenAlert): string => {
  const told = Object.entries(facts).map(([name, value]) => `\n  ${name}: ${value}`);
  return `${openedAt}  ${kind} '${subject}'\n  ${says}${told.join('')}`;
};

const close = async (kind: string, subject: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('alerts close', options);
  await inSession(async (session) => {
    const { actor } = await operatorContext(session, options);
    const { query, clock } = session.adapters.ports;
    const rows = alertRows(query);
    const alert = await rows.find(kind, subject);
    if (alert === null) throw new Error(`No open alert ${kind} '${subject}'`);
    const because = `closed by ${actor.kind}:${actor.id}: ${reason}`;
    const openFor = await closeAlert(rows, alert, { nowMs: clock.now(), because });
    if (openFor === null) throw new Error('Its cause was seen again just now; look again');
    print(options.json, { kind, subject, openFor }, [`Over after ${openFor}: ${alert.says}`]);
  });
};
