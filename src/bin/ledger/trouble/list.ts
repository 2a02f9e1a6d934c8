import type { Command } from 'commander';
import { partsOfStream, streamNamed } from '../../../../aggregates/stream';
import { inBatches } from '../../../../commands/watching/in-parallel';
import { alertRows } from '../../../../infra/alerts/alert-rows';
import { listTroubled, type Troubled, waitingWordIn } from '../../../reads/work/troubled';
import type { Session } from '../../wiring/session';
import { MOST_OF_A_PAGE } from '../lists/paging';
import { inSession, print } from '../operator';

const AT_ONCE = 10;

export const addListCommand = (program: Command): void => {
  const trouble = program
    .command('trouble')
    .description('list payouts, debits, deliveries and refunds that need an operator');
  trouble
    .command('list', { isDefault: true })
    .description('list every payment with a step that has waited for 15 minutes, or with an open alert')
    .option('--json', 'print only JSON on stdout')
    .action(list);
};

const list = async ({ json }: { readonly json?: boolean }): Promise<void> =>
  inSession(async (session) => {
    const items: Trouble[] = [];
    const { ports } = session.adapters;
    const deps = { ...ports, openAlerts: alertRows(ports.query).open };
    for (const rows of inBatches(AT_ONCE, await listTroubled(deps, MOST_OF_A_PAGE)))
      items.push(...(await Promise.all(rows.map((row) => shown(session, row)))));
    print(json, { items }, items.length === 0 ? ['No money step needs an operator'] : items.map(lineOf));
  });

const shown = async ({ adapters, service }: Session, { stream, ...row }: Troubled) => {
  const paymentId = partsOfStream(stream)?.id ?? '';
  const { status, because, heldBy } = await service.explain(paymentId);
  const proposedBy = waitingWordIn(await adapters.ports.eventStore.readStream(streamNamed(stream)));
  return { paymentId, ...row, proposedBy, status, because, heldBy };
};

type Trouble = Awaited<ReturnType<typeof shown>>;

const lineOf = ({ paymentId, steps, since, status, because, alerts, heldBy, proposedBy }: Trouble): string =>
  [
    `${paymentId}  ${steps.join(', ')}  ${status}  since ${since}`,
    ...[because, ...alerts].map((sentence) => `  ${sentence}`),
    ...heldBy.map((sentence) => `  !! ${sentence}`),
    ...(proposedBy === null ? [] : [`  -> ${proposedBy} has proposed an end; a second operator must confirm it`]),
  ].join('\n');
