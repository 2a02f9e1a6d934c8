import { isUntold } from '../../../aggregates/payout/losses';
import { askedSince } from '../../../aggregates/payout/trouble';
import { rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import { doubtsRefutedOf } from '../../withdrawal/doubts-refuted';
import { type ReleaseDebitDeps, releaseDebit } from '../../withdrawal/release-debit';
import { askPayout, findOwedPayout } from '../owners/owners';
import { type Asking, askEverybody, type KnownAttempt } from './ask-everybody';
import { holdForgotten } from './hold-forgotten';
import { unrecorded } from './unrecorded';

export interface ReleaseDeps extends ReleaseDebitDeps, Asking {
  readonly workerId: string;
}

/**
 * RECOVERED: a provider knew it; it stays held and is asked about. UNCHANGED: it was not held. DEBIT_RELEASED: the payout
 * of this withdrawal stays held. RELEASED_TO_OPERATOR: nothing is sent; what came back may be resolved, and what is due
 * given back.
 */
export type Released =
  | { readonly outcome: 'RELEASED' | 'RELEASED_TO_OPERATOR' | 'UNCHANGED' | 'DEBIT_RELEASED' }
  | { readonly outcome: 'RECOVERED'; readonly known: KnownAttempt };

/**
 * Lets a payout go on that was held. After a loss every provider is asked first: what one of them knows is taken up and
 * never sent. Of what came back, or is due in crypto, the operator says that nothing was resolved or given back in the
 * lost time. Where the debit of a withdrawal is in question its redemption must have it. Refuses NOT_FOUND, WRONG_STATE.
 */
export const releasePayout =
  (deps: ReleaseDeps) =>
  async (paymentId: string, context: CommandContext): Promise<Released> => {
    const found = await findOwedPayout(deps.eventStore, paymentId);
    if (found === null) return releaseUnowed(deps, paymentId, context);
    const isForgotten = await holdForgotten(deps, found, context);
    const owed = isForgotten ? ((await findOwedPayout(deps.eventStore, paymentId)) ?? found) : found;
    const lostSince = askedSince(owed.payout);
    const known = lostSince === null ? null : unrecorded(owed, await askEverybody(deps, owed, lostSince));
    const now = deps.clock.iso();
    if (known === null) {
      const givesWord = isUntold(owed.payout);
      const doubtsRefuted = await doubtsRefutedOf(deps, owed);
      const command = {
        type: 'ReleasePayout',
        hasAskedAll: lostSince !== null,
        givesWord,
        doubtsRefuted,
        now,
      } as const;
      const events = await askPayout(deps, owed.stream, { context, command });
      if (events.length === 0) return { outcome: 'UNCHANGED' };
      return { outcome: givesWord ? 'RELEASED_TO_OPERATOR' : 'RELEASED' };
    }
    const { attempt, providerKey, provider } = known;
    const command = { type: 'RecoverPayout', attempt, providerKey, provider, workerId: deps.workerId, now } as const;
    await askPayout(deps, owed.stream, { context, command });
    return { outcome: 'RECOVERED', known };
  };

/** A withdrawal owes nothing before its debit, which a loss holds too. */
const releaseUnowed = async (deps: ReleaseDeps, paymentId: string, context: CommandContext): Promise<Released> => {
  if (await releaseDebit(deps)(paymentId, context)) return { outcome: 'DEBIT_RELEASED' };
  throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
};
