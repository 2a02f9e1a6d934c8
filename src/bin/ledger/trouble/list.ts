import type { Command } from 'commander';
import type { LedgerEvent } from '../../../../aggregates/events';
import { partsOfStream, streamNamed } from '../../../../aggregates/stream';
import { inBatches } from '../../../../commands/watching/in-parallel';
import { alertRows } from '../../../../infra/alerts/alert-rows';
import { listWaiting, type WaitingRow } from '../../../../read-models/due/waiting-steps';
import type { Session } from '../../wiring/session';
import { MOST_OF_A_PAGE } from '../lists/paging';
import { inSession, print } from '../operator';

/** Steps that end by themselves have ended by then. */
const WAITS_MS = 15 * 60_000;
const AT_ONCE = 10;

/** `ledger trouble list`. */
export const addListCommand = (program: Command): void => {
  const trouble = program.command('trouble').description('payouts, debits, deliveries and refunds that need a person');
  trouble
    .command('list', { isDefault: true })
    .description('every payment with a step that has waited for 15 minutes, or with an open alert')
    .option('--json', 'print nothing but JSON on stdout')
    .action(list);
};

const list = async ({ json }: { readonly json?: boolean }): Promise<void> =>
  inSession(async (session) => {
    const items: Trouble[] = [];
    for (const rows of inBatches(AT_ONCE, await troubledIn(session)))
      items.push(...(await Promise.all(rows.map((row) => shown(session, row)))));
    print(json, { items }, items.length === 0 ? ['No step that moves money needs a person'] : items.map(lineOf));
  });

type Troubled = WaitingRow & { readonly alerts: readonly string[] };

const PAYMENTS: readonly (string | undefined)[] = ['cashout', 'withdrawal', 'cashin'];

const troubledIn = async ({ adapters: { ports } }: Session): Promise<readonly Troubled[]> => {
  const before = new Date(ports.clock.now() - WAITS_MS).toISOString();
  const waiting = await listWaiting(ports.query, before, MOST_OF_A_PAGE);
  const troubled = new Map<string, Troubled>(waiting.map((row) => [row.stream, { ...row, alerts: [] }]));
  for (const { facts, says, openedAt: since } of await alertRows(ports.query).open()) {
    const { stream = '' } = facts;
    if (!PAYMENTS.includes(partsOfStream(stream)?.category)) continue;
    const known = troubled.get(stream) ?? { stream, steps: [], since, alerts: [] };
    troubled.set(stream, { ...known, alerts: [...known.alerts, says] });
  }
  return [...troubled.values()];
};

const shown = async ({ adapters, service }: Session, { stream, ...row }: Troubled) => {
  const paymentId = partsOfStream(stream)?.id ?? '';
  const { status, because, heldBy } = await service.explain(paymentId);
  const proposedBy = waitingWordIn(await adapters.ports.eventStore.readStream(streamNamed(stream)));
  return { paymentId, ...row, proposedBy, status, because, heldBy };
};

type Trouble = Awaited<ReturnType<typeof shown>>;

/** The operator whose word waits for a second one; null: none. */
const waitingWordIn = (history: readonly LedgerEvent[]): string | null => {
  const last = history.findLast(({ type }) => /Deci(sionProposed|ded)$/.test(type));
  return last !== undefined && 'proposedBy' in last.data && !('decidedBy' in last.data) ? last.data.proposedBy : null;
};

const lineOf = ({ paymentId, steps, since, status, because, alerts, heldBy, proposedBy }: Trouble): string =>
  [
    `${paymentId}  ${steps.join(', ')}  ${status}  since ${since}`,
    ...[because, ...alerts].map((sentence) => `  ${sentence}`),
    ...heldBy.map((sentence) => `  !! ${sentence}`),
    ...(proposedBy === null ? [] : [`  -> ${proposedBy} has said how it ended; another operator says the same`]),
  ].join('\n');
