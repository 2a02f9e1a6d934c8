import type { AcceptedLoss } from '../../../aggregates/ledger/events';
import type { ResolveReturn as Asked } from '../../../aggregates/payout/commands';
import { isUntold, mustBeTold } from '../../../aggregates/payout/losses';
import { type OpenReturn, openReturnOf } from '../../../aggregates/payout/returns';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { StreamName } from '../../../aggregates/stream';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { AskDebitDeps } from '../../withdrawal/ask-debit-again';
import { doubtsRefutedOf } from '../../withdrawal/doubts-refuted';
import { askPayout, findOwedPayout, type PlacedPayout, readPayout } from '../owners/owners';
import { type AskDecidedDeps, mustNotBePaid } from './ask-decided';
import { holdForgotten, mayBeForgotten } from './hold-forgotten';

export interface ResolveReturnDeps extends AskDecidedDeps, Pick<AskDebitDeps, 'redemptions'> {}

export interface ResolveReturn {
  readonly paymentId: string;
  readonly resolution: Asked['resolution'];
  /** As the operator was shown it. */
  readonly expectedCents: string;
}

/** As a bank names a transfer: an end-to-end id, or an id of its own. */
export const TRANSFER = /^[A-Za-z0-9._:/-]{4,100}$/;

/**
 * Says what becomes of what the payee's bank sent back. Of a second payment that operators took for not made its provider
 * is asked first; of a debit that is in question its redemption. Refuses NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const resolveReturn =
  (deps: ResolveReturnDeps) =>
  async ({ paymentId, resolution, expectedCents }: ResolveReturn, context: CommandContext): Promise<void> => {
    if (resolution.how === 'PARTNER_PAID' && !TRANSFER.test(resolution.transfer)) {
      throw invalidField('transfer', 'the end-to-end id of the transfer, or the id that the bank gave it');
    }
    const owed = await placed(deps, paymentId);
    if (await holdForgotten(deps, owed, context)) mustBeTold((await placed(deps, paymentId)).payout);
    await mustNotBePaid(deps, owed, { causeEventId: context.commandId, therefore: 'the return stays open' });
    const doubtsRefuted = await doubtsRefutedOf(deps, owed);
    const command = { type: 'ResolveReturn', resolution, expectedCents, doubtsRefuted, now: deps.clock.iso() } as const;
    await askPayout(deps, owed.stream, { context, command });
  };

const placed = async ({ eventStore }: Pick<HandleDeps, 'eventStore'>, paymentId: string): Promise<PlacedPayout> => {
  const owed = await findOwedPayout(eventStore, paymentId);
  if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
  return owed;
};

export interface ShownReturn {
  readonly stream: StreamName;
  readonly paymentId: string;
  readonly partnerId: string;
  readonly kind: string;
  readonly destinationMasked: string;
  /** Null while it is being paid again. */
  readonly open: OpenReturn | null;
  /** The log lost what may have been done about it: nothing is, before the payment is released. */
  readonly isHeld: boolean;
}

/** What the stream says of a return that rows know; null once it is resolved. `loss`: the last of the log. */
export const readReturn = async (
  eventStore: HandleDeps['eventStore'],
  stream: StreamName,
  loss: AcceptedLoss | null = null,
): Promise<ShownReturn | null> => {
  const owed = await readPayout(eventStore, stream);
  if (owed === null) return null;
  const { id: paymentId, partnerId, payout, terms } = owed;
  const open = openReturnOf(payout);
  const isHeld = isUntold(payout) || mayBeForgotten(payout, loss);
  if (open === null && payout.phase === 'SETTLED') return null;
  return {
    stream,
    paymentId,
    partnerId,
    kind: terms.kind,
    destinationMasked: terms.destinationMasked,
    open,
    isHeld,
  };
};
