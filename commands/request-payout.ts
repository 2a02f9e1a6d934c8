import { cashout } from '../aggregates/cashout/cashout';
import { systemContext } from './context';
import { commandIdOf, providerKeyOf } from './deterministic-ids';
import { type HandleDeps, handle } from './handle';

export interface PayoutStep {
  readonly intentId: string;
  readonly causeEventId: string;
}

/** Asks for an attempt at the payout before anything is sent (design: domain, section 3). */
export const requestPayout =
  (deps: HandleDeps) =>
  async ({ intentId, causeEventId }: PayoutStep): Promise<void> => {
    await handle(deps, cashout, {
      stream: `cashout-${intentId}`,
      context: systemContext('payouts', commandIdOf('request-payout', intentId, causeEventId), causeEventId),
      command: {
        type: 'RequestPayout',
        providerKeyOf: (attempt) => providerKeyOf(intentId, attempt),
        now: new Date(deps.clock.now()).toISOString(),
      },
    });
  };
