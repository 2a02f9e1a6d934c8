import type { ExpiryEvidence } from '../../../../aggregates/cashout/events';
import type { Clock } from '../../../../commands/ports/clock';
import type { DueWork } from '../../../../commands/reactions';
import { cashinStepsProjection } from '../../../../projections/payments/cashin-steps';
import { payoutsProjection } from '../../../../projections/payments/payouts';
import { redemptionsProjection } from '../../../../projections/payments/redemptions';
import { reconciliation } from '../../../../projections/reconciliation';
import type { DueItems, DueMatch } from '../../../../read-models/due/due-work';
import {
  type ReconciliationIntentRow,
  reconciliationIntents,
} from '../../../../read-models/matching/reconciliation-intents';
import {
  type ReconciliationProposalRow,
  reconciliationProposals,
} from '../../../../read-models/matching/reconciliation-proposals';
import { type CashinStepRow, cashinSteps } from '../../../../read-models/steps/cashin-steps';
import { cashinSweeps } from '../../../../read-models/steps/cashin-sweeps';
import { overruledDebits } from '../../../../read-models/steps/overruled-debits';
import { payoutSteps } from '../../../../read-models/steps/payout-steps';
import { redemptionSteps } from '../../../../read-models/steps/redemption-steps';
import { duePayloads } from '../../../../src/reads/due-payloads';
import type { ProjectedRows } from './memory/projected-rows';

/** Projected rows, at a time. */
export interface View {
  readonly clock: Pick<Clock, 'now'>;
  readonly rowsOf: ProjectedRows['rowsOf'];
  /** Evidence for the expiry of an intent. */
  readonly knownOf: (row: ReconciliationIntentRow) => ExpiryEvidence;
}

export type Item = {
  readonly [Kind in keyof DueWork]: { readonly kind: Kind; readonly work: DueWork[Kind] };
}[keyof DueWork];

/** A due item, through the same reader as the workers'. */
const due = <Kind extends keyof DueWork>(kind: Kind, item: DueItems[Kind]): Item =>
  ({ kind, work: duePayloads[kind](item) }) as Item;

const matchOf = (row: ReconciliationProposalRow): DueMatch => ({
  verdict: row.verdict,
  depositId: row.deposit_id,
  intentId: row.intent_id,
  reason: row.reason,
  candidates: row.candidates as unknown as DueMatch['candidates'],
  inTime: row.in_time,
  ruleVersion: row.rule_version,
  causeEventId: row.cause_event_id,
});

const matches = (view: View): readonly Item[] =>
  view
    .rowsOf(reconciliation)
    .all(reconciliationProposals)
    .map((row) => due('match-deposit', matchOf(row)));

const expiries = (view: View): readonly Item[] =>
  view
    .rowsOf(reconciliation)
    .all(reconciliationIntents)
    .filter((row) => row.status === 'PENDING' && Date.parse(row.expires_at) < view.clock.now())
    .flatMap((row): readonly Item[] => {
      const { watermark, lookedAt, holds, graceSeconds, ceilingSeconds } = view.knownOf(row);
      const deadlineMs = Date.parse(deadlineOf(row));
      const isPast = (at: string | null, waitMs: number): boolean =>
        at !== null && Date.parse(at) > deadlineMs + waitMs;
      const isPastCeiling = deadlineMs + ceilingSeconds * 1000 < view.clock.now();
      const isKnown = isPast(watermark, 0) || isPast(lookedAt, graceSeconds * 1000) || isPastCeiling;
      const isDue = holds > 0 ? isPastCeiling && row.held_at === null : isKnown;
      return isDue ? [due('expire-cashout', { intentId: row.intent_id })] : [];
    });

/** Time of the last block that may pay the intent. */
export const deadlineOf = (intent: Pick<ReconciliationIntentRow, 'expires_at' | 'tolerance_seconds'>): string =>
  new Date(Date.parse(intent.expires_at) + intent.tolerance_seconds * 1000).toISOString();

const KINDS = { REQUEST: 'request-payout', DISPATCH: 'dispatch-payout', RESOLVE: 'resolve-payout' } as const;

const steps = (view: View): readonly Item[] =>
  view
    .rowsOf(payoutsProjection)
    .all(payoutSteps)
    .filter(({ due_at }) => Date.parse(due_at) <= view.clock.now())
    .filter(({ until_at }) => until_at === null || Date.parse(until_at) > view.clock.now())
    .map((row) =>
      due(KINDS[row.step], {
        stream: row.stream,
        causeEventId: row.cause_event_id,
        providerKey: row.provider_key,
        sinceMs: Date.parse(row.since_at),
      }),
    );

const REDEMPTIONS = {
  ABANDON: 'abandon-withdrawal',
  SEND: 'send-redemption',
  RESOLVE: 'resolve-redemption',
  GIVE_BACK: 'give-back',
} as const;

const redemptions = (view: View): readonly Item[] =>
  view
    .rowsOf(redemptionsProjection)
    .all(redemptionSteps)
    .filter(({ due_at }) => Date.parse(due_at) <= view.clock.now())
    .map((row) =>
      due(REDEMPTIONS[row.step], {
        ...{ withdrawId: row.withdraw_id, causeEventId: row.cause_event_id, sinceMs: Date.parse(row.since_at) },
        ...{ network: row.network, wallet: row.wallet, partnerId: row.partner_id, userId: row.user_id, mode: row.mode },
      }),
    );

const overruled = (view: View): readonly Item[] =>
  view
    .rowsOf(redemptionsProjection)
    .all(overruledDebits)
    .map((row) => due('ask-overruled-debit', { withdrawId: row.withdraw_id, causeEventId: row.cause_event_id }));

const CASHIN_STEPS: { readonly [Step in CashinStepRow['step']]?: CashinKind } = {
  CREATE: 'create-charge',
  WATCH: 'watch-charge',
  AFTER: 'watch-charge',
  DISPUTE: 'watch-charge',
  EXPIRE: 'expire-cashin',
  REQUEST: 'request-delivery',
  SEND: 'send-delivery',
  RESOLVE: 'resolve-delivery',
  OVERRULED: 'resolve-delivery',
  DISPATCH: 'dispatch-refund',
  ASK: 'resolve-refund',
  OVERRULED_REFUND: 'resolve-refund',
};

type CashinKind = Extract<
  keyof DueWork,
  `${string}-charge` | `${string}-cashin` | `${string}-delivery` | `${string}-refund`
>;

const cashins = (view: View): readonly Item[] =>
  view
    .rowsOf(cashinStepsProjection)
    .all(cashinSteps)
    .filter(({ due_at }) => Date.parse(due_at) <= view.clock.now())
    .flatMap((row): readonly Item[] => {
      const kind = CASHIN_STEPS[row.step];
      if (kind === undefined) return [];
      const of = { intentId: row.intent_id, causeEventId: row.cause_event_id, sinceMs: Date.parse(row.since_at) };
      return [due(kind, { ...of, subject: row.subject, endToEndId: row.end_to_end_id })];
    });

const sweeps = (view: View): readonly Item[] =>
  view
    .rowsOf(cashinStepsProjection)
    .all(cashinSweeps)
    .map(({ partner_id: partnerId, mode, provider, first_at }) =>
      due('sweep-credits', { partnerId, mode, provider, sinceMs: Date.parse(first_at) }),
    );

/** Items that are due now, equal to the SQL of `read-models/due/due-work.ts`. */
export const dueItems = (view: View): readonly Item[] => [
  ...matches(view),
  ...expiries(view),
  ...steps(view),
  ...redemptions(view),
  ...overruled(view),
  ...cashins(view),
  ...sweeps(view),
];

/** Times at which rows fall due; milliseconds since 1970. */
export const dueTimes = ({ rowsOf, knownOf }: View): readonly number[] => [
  ...rowsOf(payoutsProjection)
    .all(payoutSteps)
    .map(({ due_at }) => Date.parse(due_at)),
  ...rowsOf(redemptionsProjection)
    .all(redemptionSteps)
    .map(({ due_at }) => Date.parse(due_at)),
  ...rowsOf(cashinStepsProjection)
    .all(cashinSteps)
    .map(({ due_at }) => Date.parse(due_at)),
  ...rowsOf(reconciliation)
    .all(reconciliationIntents)
    .filter(({ status }) => status === 'PENDING')
    .map((row) => Date.parse(deadlineOf(row)) + knownOf(row).graceSeconds * 1000 + 1),
];
