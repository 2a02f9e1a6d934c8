import { isSent } from '../../../aggregates/payout/state';
import { rejection } from '../../../aggregates/rejection';
import { stays } from '../../handling/by-every-key';
import type { CommandContext } from '../../handling/context';
import { type ReleaseDebitDeps, releaseDebit } from '../../withdrawal/release-debit';
import { askPayout, findOwedPayout, type PlacedPayout } from '../owners/owners';
import { type Asking, askEverybody, type KnownAttempt } from './ask-everybody';

export interface ReleaseDeps extends ReleaseDebitDeps, Asking {
  readonly workerId: string;
}

/**
 * RECOVERED: a provider knew it; it stays held and is asked about. UNCHANGED: it was not held. DEBIT_RELEASED: the payout
 * of this withdrawal stays held.
 */
export type Released =
  | { readonly outcome: 'RELEASED' | 'UNCHANGED' | 'DEBIT_RELEASED' }
  | { readonly outcome: 'RECOVERED'; readonly known: KnownAttempt };

/**
 * Lets a payout go on that was held. After a loss every provider is asked first: what one of them knows is taken up and
 * never sent. Refuses NOT_FOUND, WRONG_STATE.
 */
export const releasePayout =
  (deps: ReleaseDeps) =>
  async (paymentId: string, context: CommandContext): Promise<Released> => {
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) return releaseUnowed(deps, paymentId, context);
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

/** A withdrawal owes nothing before its debit, which a loss holds too. */
const releaseUnowed = async (deps: ReleaseDeps, paymentId: string, context: CommandContext): Promise<Released> => {
  if (await releaseDebit(deps)(paymentId, context)) return { outcome: 'DEBIT_RELEASED' };
  throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
};

/** The last attempt that the log does not know. Refuses where another one may have been paid besides. */
const unrecorded = (owed: PlacedPayout, known: readonly KnownAttempt[]): KnownAttempt | null => {
  const sentTo = ({ providerKey }: KnownAttempt): string | null => owed.sentTo.get(providerKey) ?? null;
  const last = known.findLast((each) => sentTo(each) === null) ?? null;
  const open = isSent(owed.payout) ? owed.payout.providerKey : null;
  if (last !== null && open !== null) throw stays(`${told(last)}, and an earlier attempt is open`);
  const isAccountedFor = (each: KnownAttempt): boolean =>
    sentTo(each) === each.provider
      ? each.providerKey === open || each.state === 'FAILED' || each.state === 'RETURNED'
      : each === last || (sentTo(each) === null && each.state === 'FAILED');
  const other = known.find((each) => !isAccountedFor(each));
  if (other !== undefined) throw stays(`${told(other)}, which the log does not`);
  return last;
};

const told = ({ provider, attempt, state }: KnownAttempt): string => `${provider} knows attempt ${attempt} as ${state}`;
