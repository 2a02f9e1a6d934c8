import type { DueWork } from '../../../commands/reactions';
import { cashinStepsProjection } from '../../../projections/payments/cashin-steps';
import { redemptionsProjection } from '../../../projections/payments/redemptions';
import { reconciliation } from '../../../projections/reconciliation';
import type { DueItems, DueMatch } from '../../../read-models/due/due-work';
import { reconciliationIntents } from '../../../read-models/matching/reconciliation-intents';
import {
  type ReconciliationProposalRow,
  reconciliationProposals,
} from '../../../read-models/matching/reconciliation-proposals';
import { type CashinStepRow, cashinSteps } from '../../../read-models/steps/cashin-steps';
import { cashinSweeps } from '../../../read-models/steps/cashin-sweeps';
import { overruledDebits } from '../../../read-models/steps/overruled-debits';
import { payoutSteps } from '../../../read-models/steps/payout-steps';
import { redemptionSteps } from '../../../read-models/steps/redemption-steps';
import { duePayloads } from '../../../src/reads/due-payloads';
import { EXPIRY, type World } from './world';

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

const matches = (world: World): readonly Item[] =>
  world
    .rowsOf(reconciliation)
    .all(reconciliationProposals)
    .map((row) => due('match-deposit', matchOf(row)));

const expiries = (world: World): readonly Item[] =>
  world
    .rowsOf(reconciliation)
    .all(reconciliationIntents)
    .filter((row) => row.status === 'PENDING' && Date.parse(row.expires_at) < world.clock.now())
    .flatMap((row): readonly Item[] => {
      const { watermark, lookedAt, holds } = world.knownOf(row);
      const deadlineMs = Date.parse(world.deadlineOf(row));
      const isPast = (at: string | null, waitMs: number): boolean =>
        at !== null && Date.parse(at) > deadlineMs + waitMs;
      const isPastCeiling = deadlineMs + EXPIRY.ceilingSeconds * 1000 < world.clock.now();
      const isKnown = isPast(watermark, 0) || isPast(lookedAt, EXPIRY.graceSeconds * 1000) || isPastCeiling;
      const isDue = holds > 0 ? isPastCeiling && row.held_at === null : isKnown;
      return isDue ? [due('expire-cashout', { intentId: row.intent_id })] : [];
    });

const KINDS = { REQUEST: 'request-payout', DISPATCH: 'dispatch-payout', RESOLVE: 'resolve-payout' } as const;

const steps = (world: World): readonly Item[] =>
  world
    .payoutRows()
    .all(payoutSteps)
    .filter(({ due_at }) => Date.parse(due_at) <= world.clock.now())
    .filter(({ until_at }) => until_at === null || Date.parse(until_at) > world.clock.now())
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

const redemptions = (world: World): readonly Item[] =>
  world
    .rowsOf(redemptionsProjection)
    .all(redemptionSteps)
    .filter(({ due_at }) => Date.parse(due_at) <= world.clock.now())
    .map((row) =>
      due(REDEMPTIONS[row.step], {
        ...{ withdrawId: row.withdraw_id, causeEventId: row.cause_event_id, sinceMs: Date.parse(row.since_at) },
        ...{ network: row.network, wallet: row.wallet, partnerId: row.partner_id, userId: row.user_id, mode: row.mode },
      }),
    );

const overruled = (world: World): readonly Item[] =>
  world
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

const cashins = (world: World): readonly Item[] =>
  world
    .rowsOf(cashinStepsProjection)
    .all(cashinSteps)
    .filter(({ due_at }) => Date.parse(due_at) <= world.clock.now())
    .flatMap((row): readonly Item[] => {
      const kind = CASHIN_STEPS[row.step];
      if (kind === undefined) return [];
      const of = { intentId: row.intent_id, causeEventId: row.cause_event_id, sinceMs: Date.parse(row.since_at) };
      return [due(kind, { ...of, subject: row.subject, endToEndId: row.end_to_end_id })];
    });

const sweeps = (world: World): readonly Item[] =>
  world
    .rowsOf(cashinStepsProjection)
    .all(cashinSweeps)
    .map(({ partner_id: partnerId, mode, provider, first_at }) =>
      due('sweep-credits', { partnerId, mode, provider, sinceMs: Date.parse(first_at) }),
    );

/** What is due now, as `read-models/due/due-work.ts` says it in SQL. */
export const dueItems = (world: World): readonly Item[] => [
  ...matches(world),
  ...expiries(world),
  ...steps(world),
  ...redemptions(world),
  ...overruled(world),
  ...cashins(world),
  ...sweeps(world),
];
