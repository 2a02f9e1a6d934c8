import { partsOfStream } from '../../../aggregates/stream';
import { listUnmatchedDeposits } from '../../../read-models/matching/deposits';
import { listParkedStreams } from '../../../read-models/operators/aside';
import { listOpenProposals, type ProposalRow } from '../../../read-models/operators/waiting/open-proposals';
import { listRefundsDue } from '../../../read-models/operators/waiting/refunds-due';
import { listExhausted, listReviews } from '../../../read-models/operators/waiting/waiting-people';
import { listReturns } from '../../../read-models/steps/payouts';
import { isAboutPayment, listTroubled, type TroubledDeps } from './troubled';

/** The most items of each kind; the oldest come first. */
export const MOST_OF_A_KIND = 100;

export const WORK_KINDS = [
  'PROPOSAL',
  'TROUBLE',
  'RETURN',
  'REFUND_DUE',
  'DEPOSIT',
  'ALERT',
  'PARKED_STREAM',
  'KYC_REVIEW',
  'WEBHOOK',
] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

/** 1: money may be lost or paid twice; 2: a deadline within the hour; 3: money waits; 4: people wait; 5: webhooks. */
export type Urgency = 1 | 2 | 3 | 4 | 5;

/** Something that waits for a person. */
export interface WorkItem {
  readonly kind: WorkKind;
  readonly urgency: Urgency;
  /** The id of the deposit, session, webhook, alert's subject, stream or payment. */
  readonly id: string;
  readonly paymentId: string | null;
  readonly depositId: string | null;
  readonly userId: string | null;
  readonly partnerId: string | null;
  readonly mode: string | null;
  readonly since: string;
  /** Codes or English sentences. */
  readonly because: readonly string[];
  /** The operator whose decision waits for a second one. */
  readonly proposedBy: string | null;
  readonly deadline: string | null;
  /** The amount of a deposit, in base units of its asset. */
  readonly coin: { readonly assetId: number | null; readonly baseUnits: string } | null;
}

const NOTHING_MORE = {
  ...{ paymentId: null, depositId: null, userId: null, partnerId: null, mode: null },
  ...{ proposedBy: null, deadline: null, coin: null },
} as const;

/** Everything that waits for a person, the most urgent first. */
export const readWork = async (deps: TroubledDeps): Promise<readonly WorkItem[]> => {
  const items = await Promise.all(SOURCES.map((source) => source(deps)));
  const proposed = new Set(items[0]!.map(({ id }) => id));
  const isOnce = ({ kind, id }: WorkItem): boolean => kind === 'PROPOSAL' || !proposed.has(id);
  return items.flat().filter(isOnce).sort(byUrgency);
};

const byUrgency = (left: WorkItem, right: WorkItem): number =>
  left.urgency - right.urgency || (left.since < right.since ? -1 : Number(left.since > right.since));

type Source = (deps: TroubledDeps) => Promise<readonly WorkItem[]>;

const ofPayment = (stream: string) => {
  const id = partsOfStream(stream)?.id ?? stream;
  return { ...NOTHING_MORE, id, paymentId: id };
};

const textIn = (row: ProposalRow, name: string): string | null => {
  const value = row.data[name];
  return typeof value === 'string' ? value : null;
};

const proposals: Source = async ({ query }) =>
  (await listOpenProposals(query, null, MOST_OF_A_KIND)).map((row): WorkItem => {
    const depositId = textIn(row, 'depositId');
    return {
      ...(depositId === null ? ofPayment(row.stream) : { ...NOTHING_MORE, id: depositId, depositId }),
      ...{ kind: 'PROPOSAL', urgency: depositId === null ? 1 : 2, since: row.at, because: [row.reason ?? row.type] },
      ...{ partnerId: row.partner_id, mode: row.mode, deadline: textIn(row, 'heldUntil') },
      proposedBy: textIn(row, 'proposedBy'),
    };
  });

const troubled: Source = async (deps) =>
  (await listTroubled(deps, MOST_OF_A_KIND)).map(({ stream, steps, alerts, since }) => ({
    ...ofPayment(stream),
    ...{ kind: 'TROUBLE', urgency: 1, since, because: [...steps, ...alerts] },
  }));

const returns: Source = async ({ query }) =>
  (await listReturns(query, MOST_OF_A_KIND)).map(({ stream, updated_at: since }) => ({
    ...ofPayment(stream),
    ...{ kind: 'RETURN', urgency: 3, since, because: [] },
  }));

const refunds: Source = async ({ query }) =>
  (await listRefundsDue(query, MOST_OF_A_KIND)).map(({ stream, since, reason, ...owed }) => ({
    ...ofPayment(stream),
    ...{ kind: 'REFUND_DUE', urgency: 3, since, because: [reason] },
    coin: { assetId: owed.asset_id, baseUnits: owed.owed_base_units },
  }));

const unmatched: Source = async ({ query }) =>
  (await listUnmatchedDeposits(query, MOST_OF_A_KIND)).map((row) => ({
    ...NOTHING_MORE,
    ...{ kind: 'DEPOSIT', urgency: 3, id: row.deposit_id, depositId: row.deposit_id, since: row.updated_at },
    because: row.reason === null ? [] : [row.reason],
    coin: { assetId: row.asset_id, baseUnits: row.amount_base_units },
  }));

const alerts: Source = async ({ openAlerts }) =>
  (await openAlerts())
    .filter((alert) => !isAboutPayment(alert))
    .map(({ kind, subject, says, openedAt }) => ({
      ...NOTHING_MORE,
      ...{ kind: 'ALERT', urgency: 3, id: `${kind} ${subject}`, since: openedAt, because: [says] },
    }));

const parked: Source = async ({ query }) =>
  (await listParkedStreams(query)).map(({ stream, since, error }) => ({
    ...NOTHING_MORE,
    ...{ kind: 'PARKED_STREAM', urgency: 3, id: stream, since, because: [error] },
  }));

const reviews: Source = async ({ query }) =>
  (await listReviews(query, MOST_OF_A_KIND)).map((row) => ({
    ...NOTHING_MORE,
    ...{ kind: 'KYC_REVIEW', urgency: 4, id: row.session_id, userId: row.user_id, since: row.since, because: [] },
    ...{ partnerId: row.partner_id, mode: row.mode },
  }));

const exhausted: Source = async ({ query }) =>
  (await listExhausted(query, MOST_OF_A_KIND)).map((row) => ({
    ...NOTHING_MORE,
    ...{ kind: 'WEBHOOK', urgency: 5, id: row.delivery_id, since: row.since, because: [row.event] },
    ...{ partnerId: row.partner_id, mode: row.mode, paymentId: row.correlation_key },
  }));

/** Proposals come first: a payment or deposit with a proposal is not listed again. */
const SOURCES: readonly Source[] = [
  proposals,
  troubled,
  returns,
  refunds,
  unmatched,
  alerts,
  parked,
  reviews,
  exhausted,
];
