import { type LedgerEvent, type Position, START } from '../../../../aggregates/events';
import { openEventStore } from '../../../../infra/event-store/open-event-store';
import type { RunInfo } from '../../../../infra/run-file';

/** A payout or a cash-in according to the log of events. */
export interface LoggedPayout {
  readonly intentId: string;
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'EXPIRED' | 'FAILED';
  /** Keys of all attempts. */
  readonly providerKeys: readonly string[];
  /** The newest event of the payout itself. */
  readonly phase: LedgerEvent['type'] | null;
  /** Base units that a cash-in delivered. */
  readonly delivered: bigint;
  /** Contradictions of the provider. */
  readonly contradictions: readonly string[];
}

export interface Log {
  readonly payouts: ReadonlyMap<string, LoggedPayout>;
  /** JSON of every event. */
  readonly text: string;
}

const ENDS = {
  CashoutCompleted: 'COMPLETED',
  CashoutFailed: 'FAILED',
  CashoutExpired: 'EXPIRED',
  CashinFailed: 'FAILED',
  CashinExpired: 'EXPIRED',
} as const;
const DEADLINE_MS = 30_000;

const empty = (intentId: string): LoggedPayout => ({
  ...{ intentId, status: 'PENDING', providerKeys: [], phase: null, delivered: 0n, contradictions: [] },
});

const changeBy = (before: LoggedPayout, event: LedgerEvent): Partial<LoggedPayout> => {
  const { type } = event;
  if (type === 'DepositAccepted') return { status: 'PROCESSING' };
  if (type === 'CashinIntentCreated') return { providerKeys: [before.intentId.replaceAll('-', '')] };
  if (type === 'PixReceived') return { status: 'PROCESSING', phase: type };
  if (type === 'CashinCompleted')
    return { status: 'COMPLETED', delivered: BigInt(event.data.delivery?.amountBaseUnits ?? 0) };
  if (type in ENDS) return { status: ENDS[type as keyof typeof ENDS] };
  if (type === 'PayoutRequested')
    return { phase: type, providerKeys: [...before.providerKeys, event.data.providerKey] };
  if (type === 'PayoutContradicted' || type === 'CashinContradicted')
    return { contradictions: [...before.contradictions, event.data.detail] };
  return type.startsWith('Payout') ? { phase: type } : {};
};

export interface LogReader {
  /** Reads what was added since the last time, beside the service and not through it. */
  readonly read: () => Promise<Log>;
  readonly close: () => Promise<void>;
}

export const openLog = ({ databaseUrl, eventStoreUrl }: RunInfo): LogReader => {
  const logger = { warn: () => undefined };
  const eventStore = openEventStore({ databaseUrl, eventStoreUrl }, { deadlineMs: DEADLINE_MS, logger });
  const [payouts, texts] = [new Map<string, LoggedPayout>(), [] as string[]];
  let after: Position = START;
  const read = async (): Promise<Log> => {
    for await (const event of eventStore.readAll(after)) {
      after = event.position;
      texts.push(JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)));
      const { intentId } = event.data as { readonly intentId?: string };
      if (intentId === undefined) continue;
      const before = payouts.get(intentId) ?? empty(intentId);
      payouts.set(intentId, { ...before, ...changeBy(before, event) });
    }
    return { payouts, text: texts.join('\n') };
  };
  return { read, close: eventStore.close };
};
