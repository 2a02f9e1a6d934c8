import type { Command } from 'commander';
import { streamNamed } from '../../../../aggregates/stream';
import { readTroubles, type Trouble } from '../../../../commands/trouble/read-troubles';
import { alertRows, listOpenAlerts } from '../../../../infra/alerts/alert-rows';
import { listWaitingStreams } from '../../../../read-models/waiting-streams';
import type { Session } from '../../session';
import { MOST_OF_A_PAGE } from '../lists/paging';
import { inSession, print } from '../operator';

/** Steps that end by themselves have ended by then. */
const WAITS_MS = 15 * 60_000;

/** `ledger trouble list`. */
export const addListCommand = (program: Command): void => {
  const trouble = program.command('trouble').description('payouts, debits, deliveries and refunds that need a person');
  trouble
    .command('list', { isDefault: true })
    .description('every step that has waited for 15 minutes, or whose payment has an open alert, the oldest first')
    .option('--json', 'print nothing but JSON on stdout')
    .action(list);
};

const list = async ({ json }: { readonly json?: boolean }): Promise<void> =>
  inSession(async (session) => {
    const items: Trouble[] = [];
    for (const stream of await streamsOf(session)) {
      items.push(...(await readTroubles(session.adapters.ports, streamNamed(stream))));
    }
    print(json, { items }, items.length === 0 ? ['No step that moves money needs a person'] : items.map(lineOf));
  });

/** Rows say which; the stream says how it stands. */
const streamsOf = async ({ adapters: { ports } }: Session): Promise<readonly string[]> => {
  const before = new Date(ports.clock.now() - WAITS_MS).toISOString();
  const waiting = await listWaitingStreams(ports.query, before, MOST_OF_A_PAGE);
  const alerts = await listOpenAlerts(alertRows(ports.query));
  const told = alerts.flatMap(({ facts: { stream } }) => (stream === undefined ? [] : [stream]));
  return [...new Set([...waiting, ...told])];
};

const lineOf = ({ paymentId, step, phase, pix, heldAt, contradiction, proposedBy }: Trouble): string =>
  [
    `${paymentId}  ${step} ${phase}`,
    ...(pix === null ? [] : [`PIX ${pix}`]),
    ...(heldAt === null ? [] : [`held since ${heldAt}`]),
    ...(contradiction === null ? [] : [`contradicted: ${contradiction}`]),
    ...(proposedBy === null ? [] : [`proposed by ${proposedBy}`]),
  ].join('  ');
