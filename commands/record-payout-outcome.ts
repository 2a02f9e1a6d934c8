import { cashout } from '../aggregates/cashout/cashout';
import type { Outcome } from '../aggregates/cashout/commands';
import type { CashoutEvent } from '../aggregates/cashout/events';
import { systemContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle } from './handle';
import type { CashoutSettings } from './ports';

export interface RecordOutcomeDeps extends HandleDeps {
  readonly settings: Pick<CashoutSettings, 'payoutAttemptDelaysMs'>;
  /** Tells a person; moves no money. */
  readonly alert: (what: string, facts: Readonly<Record<string, string>>) => void;
}

export interface PayoutAnswer {
  readonly intentId: string;
  readonly providerKey: string;
  readonly causeEventId: string;
  readonly outcome: Outcome;
}

/** Answers, callbacks and polls all end here; the first definitive outcome wins. */
export const recordPayoutOutcome =
  (deps: RecordOutcomeDeps) =>
  async ({ intentId, providerKey, causeEventId, outcome }: PayoutAnswer): Promise<readonly CashoutEvent[]> => {
    const { events } = await handle(deps, cashout, {
      stream: `cashout-${intentId}`,
      context: systemContext(
        'payouts',
        commandIdOf('record-outcome', providerKey, causeEventId, outcome.kind),
        causeEventId,
      ),
      command: {
        type: 'RecordOutcome',
        providerKey,
        outcome,
        attemptDelaysMs: deps.settings.payoutAttemptDelaysMs,
        now: new Date(deps.clock.now()).toISOString(),
      },
    });
    if (events.some(({ type }) => type === 'PayoutContradicted')) {
      deps.alert('A provider contradicts itself about a payout', { intentId, providerKey });
    }
    return events;
  };
