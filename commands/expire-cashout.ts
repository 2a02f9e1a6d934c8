import { cashout } from '../aggregates/cashout/cashout';
import type { CashoutExpired } from '../aggregates/cashout/events';
import { systemContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle } from './handle';

export interface ExpireCashout {
  readonly intentId: string;
  readonly cause: CashoutExpired['cause'];
}

/** Ends an intent that was not paid in time. An intent that was paid meanwhile is left alone. */
export const expireCashout =
  (deps: HandleDeps) =>
  async ({ intentId, cause }: ExpireCashout): Promise<void> => {
    await handle(deps, cashout, {
      id: intentId,
      context: systemContext('expiry', commandIdOf('expire-cashout', intentId), intentId),
      command: { type: 'Expire', cause, now: new Date(deps.clock.now()).toISOString() },
    });
  };
