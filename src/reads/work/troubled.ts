import type { LedgerEvent } from '../../../aggregates/events';
import { partsOfStream } from '../../../aggregates/stream';
import type { Clock } from '../../../commands/ports/clock';
import { listWaiting, type WaitingRow } from '../../../read-models/due/waiting-steps';
import type { Query } from '../../../read-models/table';

export interface StandingAlert {
  readonly kind: string;
  readonly subject: string;
  readonly says: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly openedAt: string;
}

export interface TroubledDeps {
  readonly query: Query;
  readonly clock: Pick<Clock, 'now'>;
  readonly openAlerts: () => Promise<readonly StandingAlert[]>;
}

/** Steps that end without help have ended by then. */
const WAITS_MS = 15 * 60_000;

export type Troubled = WaitingRow & { readonly alerts: readonly string[] };

const PAYMENTS: readonly (string | undefined)[] = ['cashout', 'withdrawal', 'cashin'];

/** True: the alert is about the stream of a payment. */
export const isAboutPayment = ({ facts: { stream = '' } }: Pick<StandingAlert, 'facts'>): boolean =>
  PAYMENTS.includes(partsOfStream(stream)?.category);

/** Payments with a step that has waited for 15 minutes, or with an open alert. */
export const listTroubled = async (deps: TroubledDeps, limit: number): Promise<readonly Troubled[]> => {
  const before = new Date(deps.clock.now() - WAITS_MS).toISOString();
  const [waiting, alerts] = await Promise.all([listWaiting(deps.query, before, limit), deps.openAlerts()]);
  const troubled = new Map<string, Troubled>(waiting.map((row) => [row.stream, { ...row, alerts: [] }]));
  for (const { facts, says, openedAt: since } of alerts.filter(isAboutPayment)) {
    const { stream = '' } = facts;
    const known = troubled.get(stream) ?? { stream, steps: [], since, alerts: [] };
    troubled.set(stream, { ...known, alerts: [...known.alerts, says] });
  }
  return [...troubled.values()];
};

/** The operator whose decision waits for a second one; null without such a decision. */
export const waitingWordIn = (history: readonly LedgerEvent[]): string | null => {
  const last = history.findLast(({ type }) => /(Deci(sionProposed|ded)|ProposalWithdrawn)$/.test(type));
  return last !== undefined && 'proposedBy' in last.data && !('decidedBy' in last.data) && !('withdrawnBy' in last.data)
    ? last.data.proposedBy
    : null;
};
