import { isSent } from '../../../aggregates/payout/state';
import { rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import { askPayout, findOwedPayout, type PlacedPayout } from '../owners/owners';
import { type Asking, askEverybody, type KnownAttempt, stays } from './ask-everybody';

export interface ReleaseDeps extends HandleDeps, Asking {
  readonly workerId: string;
}

/** RECOVERED: a provider knew it; it stays held and is asked about. UNCHANGED: it was not held. */
export type Released =
  | { readonly outcome: 'RELEASED' | 'UNCHANGED' }
  | { readonly outcome: 'RECOVERED'; readonly known: KnownAttempt };

/**
 * Lets a payment go on that was held. After a loss every provider is asked first: what one of them knows is taken up and
 * never sent. Refuses NOT_FOUND, WRONG_STATE.
 */
export const releaseHeld =
  (deps: ReleaseDeps) =>
  async (paymentId: string, context: CommandContext): Promise<Released> => {
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
    const { lostSince } = owed.payout;
    const known = lostSince === undefined ? null : unrecorded(owed, await askEverybody(deps, owed, lostSince));
    const now = deps.clock.iso();
    if (known === null) {
      const command = { type: 'ReleasePayout', hasAskedAll: lostSince !== undefined, now } as const;
      const events = await askPayout(deps, owed.stream, { context, command });
      return { outcome: events.length > 0 ? 'RELEASED' : 'UNCHANGED' };
    }
    const { attempt, providerKey, provider } = known;
    const command = { type: 'RecoverPayout', attempt, providerKey, provider, workerId: deps.workerId, now } as const;
    await askPayout(deps, owed.stream, { context, command });
    return { outcome: 'RECOVERED', known };
  };

/** The last attempt that the log does not know; the earlier ones must have failed, or two may have been paid. */
const unrecorded = (owed: PlacedPayout, known: readonly KnownAttempt[]): KnownAttempt | null => {
  const lost = known.filter(({ providerKey }) => (owed.sentTo.get(providerKey) ?? null) === null);
  const last = lost.at(-1);
  if (last === undefined) return null;
  if (isSent(owed.payout)) throw stays(`${last.provider} knows attempt ${last.attempt}, and an earlier one is open`);
  if (known.some((each) => each !== last && each.state !== 'FAILED')) throw stays('Two attempts may have been paid');
  return last;
};
