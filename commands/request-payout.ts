import { cashout } from '../aggregates/cashout/cashout';
import { user } from '../aggregates/user/user';
import { systemContext } from './context';
import { commandIdOf, providerKeyOf } from './deterministic-ids';
import { type HandleDeps, handle, stateOf } from './handle';

export interface PayoutStep {
  readonly intentId: string;
  readonly causeEventId: string;
}

/** Whether a step of a payout was taken, or when to try again: milliseconds since 1970. */
export type Resolved = { readonly askAgainAtMs: number } | 'done';

/** How long a payout that is held waits before it is looked at again. */
const HELD_MS = 60_000;

/**
 * Asks for an attempt at the payout before anything is sent. Nothing is asked for while the user is blocked; outwardly
 * the intent stays PROCESSING (design: domain, section 3, "Holds").
 */
export const requestPayout =
  (deps: HandleDeps) =>
  async ({ intentId, causeEventId }: PayoutStep): Promise<Resolved> => {
    const state = await stateOf(deps.eventStore, cashout, intentId);
    if (state.status !== 'PROCESSING') return 'done';
    const { status } = await stateOf(deps.eventStore, user, state.facts.userId);
    if (status === 'BLOCKED') return { askAgainAtMs: deps.clock.now() + HELD_MS };
    await handle(deps, cashout, {
      id: intentId,
      context: systemContext('payouts', commandIdOf('request-payout', intentId, causeEventId), causeEventId),
      command: {
        type: 'RequestPayout',
        providerKeyOf: (attempt) => providerKeyOf(intentId, attempt),
        provider: null,
        now: new Date(deps.clock.now()).toISOString(),
      },
    });
    return 'done';
  };
