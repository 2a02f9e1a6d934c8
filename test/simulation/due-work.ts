import type { DueWork } from '../../commands/reactions';
import { reconciliation } from '../../projections/reconciliation';
import { type PayoutStepRow, payoutSteps } from '../../read-models/payout-steps';
import { reconciliationIntents } from '../../read-models/reconciliation-intents';
import { reconciliationProposals } from '../../read-models/reconciliation-proposals';
import type { World } from './world';

const GRACE_MS = 60_000;

export type Item = {
  readonly [Kind in keyof DueWork]: { readonly kind: Kind; readonly work: DueWork[Kind] };
}[keyof DueWork];

const matches = (world: World): readonly Item[] =>
  world
    .rowsOf(reconciliation)
    .all(reconciliationProposals)
    .map((row) => ({
      kind: 'match-deposit',
      work: {
        verdict: row.verdict,
        depositId: row.deposit_id,
        intentId: row.intent_id,
        reason: row.reason,
        candidates: row.candidates,
        inTime: row.in_time,
        ruleVersion: row.rule_version,
        causeEventId: row.cause_event_id,
      } as unknown as DueWork['match-deposit'],
    }));

const expiries = (world: World): readonly Item[] =>
  world
    .rowsOf(reconciliation)
    .all(reconciliationIntents)
    .filter((row) => row.status === 'PENDING' && row.proposed_deposit === null)
    .filter((row) => Date.parse(row.expires_at) < world.clock.now())
    .flatMap((row): readonly Item[] => {
      const deadline = world.deadlineOf(row);
      const isSeen = world.lastWatermark() > deadline;
      const isDue = isSeen ? row.open_deposits.length === 0 : Date.parse(deadline) + GRACE_MS < world.clock.now();
      const work = { intentId: row.intent_id, cause: isSeen ? 'WATERMARK' : 'GRACE' } as const;
      return isDue ? [{ kind: 'expire-cashout', work }] : [];
    });

const KINDS = { REQUEST: 'request-payout', DISPATCH: 'dispatch-payout', RESOLVE: 'resolve-payout' } as const;

const itemOf = (row: PayoutStepRow): Item => {
  const work = { intentId: row.intent_id, causeEventId: row.cause_event_id };
  if (row.step !== 'RESOLVE') return { kind: KINDS[row.step], work };
  const { provider_key: providerKey, since_at: sinceAt } = row;
  return { kind: 'resolve-payout', work: { ...work, providerKey: providerKey ?? '', sinceMs: Date.parse(sinceAt) } };
};

const steps = (world: World): readonly Item[] =>
  world
    .payoutRows()
    .all(payoutSteps)
    .filter(({ due_at }) => Date.parse(due_at) <= world.clock.now())
    .map(itemOf);

/** What is due now, as `read-models/due-work.ts` says it in SQL. */
export const dueItems = (world: World): readonly Item[] => [...matches(world), ...expiries(world), ...steps(world)];
