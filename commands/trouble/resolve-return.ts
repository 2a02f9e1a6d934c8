import type { AcceptedLoss } from '../../aggregates/ledger/events';
import type { ResolveReturn as Asked } from '../../aggregates/payout/commands';
import { isUntold, mustBeTold } from '../../aggregates/payout/losses';
import { type OpenReturn, openReturnOf } from '../../aggregates/payout/returns';
import type { StreamName } from '../../aggregates/stream';
import type { CommandContext } from '../handling/context';
import type { HandleDeps } from '../handling/request';
import { type AskDecidedDeps, mustNotBePaid } from '../payout/ask-decided';
import { askPayout, mustOwe, readPayout } from '../payout/owners/owners';
import { type AskDebitDeps, doubtsRefutedOf } from '../withdrawal/debit/ask-debit-again';
import { holdForgotten, mayBeForgotten } from './loss/hold-forgotten';
import { mustBeTransfer } from './outcome';

export interface ResolveReturnDeps extends AskDecidedDeps, Pick<AskDebitDeps, 'redemptions'> {}

export interface ResolveReturn {
  readonly paymentId: string;
  readonly resolution: Asked['resolution'];
  readonly expectedCents: string;
}

/** The provider, or a redemption in question, is asked first. Refuses NOT_FOUND, VALIDATION_ERROR, WRONG_STATE. */
export const resolveReturn =
  (deps: ResolveReturnDeps) =>
  async ({ paymentId, resolution, expectedCents }: ResolveReturn, context: CommandContext): Promise<void> => {
    if (resolution.how === 'PARTNER_PAID') mustBeTransfer('transfer', resolution.transfer);
    const owed = await mustOwe(deps.eventStore, paymentId);
    if (await holdForgotten(deps, owed, context)) mustBeTold((await mustOwe(deps.eventStore, paymentId)).payout);
    await mustNotBePaid(deps, owed, { causeEventId: context.commandId, therefore: 'the return stays open' });
    const doubtsRefuted = await doubtsRefutedOf(deps, owed);
    const command = { type: 'ResolveReturn', resolution, expectedCents, doubtsRefuted, now: deps.clock.iso() } as const;
    await askPayout(deps, owed.stream, { context, command });
  };

export interface ShownReturn {
  readonly stream: StreamName;
  readonly paymentId: string;
  readonly partnerId: string;
  readonly kind: string;
  readonly destinationMasked: string;
  /** Null during a second payment. */
  readonly open: OpenReturn | null;
  /** The log may have lost its resolution: no new one before the payment is released. */
  readonly isHeld: boolean;
}

/** By the stream of a return that rows know; null once it is resolved. `loss`: the last of the log. */
export const readReturn = async (
  eventStore: HandleDeps['eventStore'],
  stream: StreamName,
  loss: AcceptedLoss | null = null,
): Promise<ShownReturn | null> => {
  const owed = await readPayout(eventStore, stream);
  if (owed === null) return null;
  const { id: paymentId, partnerId, payout, terms } = owed;
  const open = openReturnOf(payout);
  if (open === null && payout.phase === 'SETTLED') return null;
  const { kind, destinationMasked } = terms;
  const isHeld = isUntold(payout) || mayBeForgotten(payout, loss);
  return { stream, paymentId, partnerId, kind, destinationMasked, open, isHeld };
};
