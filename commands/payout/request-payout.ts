import { HALTS_ID, halts, isHalted } from '../../aggregates/halts/halts';
import { isHeldPayout } from '../../aggregates/payout/state';
import type { StreamName } from '../../aggregates/stream';
import { user } from '../../aggregates/user/user';
import { systemContext } from '../handling/context';
import { commandIdOf, providerKeyOf } from '../handling/deterministic-ids';
import { knownStateOf, stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { PayoutProvider, PayoutProviders } from '../ports/providers/payout-provider';
import { isHeld } from '../watching/judging/is-held';
import { deferralBy } from './limits';
import type { OwedPayout } from './owners/owner';
import { askPayout, readPayout, recallPayout } from './owners/owners';

export interface RequestPayoutDeps extends HandleDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'choose'>;
}

export interface PayoutStep {
  readonly stream: StreamName;
  readonly causeEventId: string;
}

/** `askAgainAtMs`: when to retry, milliseconds since 1970. */
export type Resolved = { readonly askAgainAtMs: number } | 'done';

export const HELD_MS = 60_000;

/** Waits for an operator, a blocked user, or a doubtful finality. */
export const requestPayout =
  (deps: RequestPayoutDeps) =>
  async ({ stream, causeEventId }: PayoutStep): Promise<Resolved> => {
    const owed = freeToAsk(await recallPayout(deps, stream)) ?? unasked(await readPayout(deps.eventStore, stream));
    if (owed === null) return 'done';
    if (isHeldPayout(owed.payout)) return { askAgainAtMs: deps.clock.now() + HELD_MS };
    const { id, userId, fundedBy } = owed;
    const { status } = await stateOf(deps.eventStore, user, userId);
    const isHeldBack = status === 'BLOCKED' || (await isHeld(deps, fundedBy));
    if (isHeldBack) return { askAgainAtMs: deps.clock.now() + HELD_MS };
    await askPayout(deps, stream, {
      context: systemContext('payouts', commandIdOf('request-payout', id, causeEventId), causeEventId),
      recalls: true,
      command: {
        type: 'RequestPayout',
        providerKeyOf: (attempt) => providerKeyOf(id, attempt),
        provider: (await providerFor(deps, owed))?.name ?? null,
        now: deps.clock.iso(),
      },
    });
    return 'done';
  };

/** The next provider is used while the first is on hold, only at the request. A gift card has one provider. */
const providerFor = async (deps: RequestPayoutDeps, { mode, terms }: OwedPayout): Promise<PayoutProvider | null> => {
  const { payoutProviders, clock } = deps;
  const { kind, amountCents } = terms;
  const first = payoutProviders.choose(mode, terms);
  if (kind === 'GIFT_CARD') return first;
  const halted = await knownStateOf(deps, halts, HALTS_ID);
  const payout = { kind, amountCents: BigInt(amountCents) };
  const isFree = (each: PayoutProvider): boolean =>
    !isHalted(halted, { scope: 'PROVIDER', value: each.name }) && deferralBy(each, payout, clock.now()) === null;
  return payoutProviders.choose(mode, terms, isFree) ?? first;
};

/** A remembered hold may be over: another process lifts it. */
const freeToAsk = <Owed extends Pick<OwedPayout, 'payout'>>(owed: Owed | null): Owed | null =>
  owed === null || isHeldPayout(owed.payout) ? null : unasked(owed);

const unasked = <Owed extends Pick<OwedPayout, 'payout'>>(owed: Owed | null): Owed | null =>
  owed?.payout.phase === 'NONE' || owed?.payout.phase === 'REJECTED' ? owed : null;
