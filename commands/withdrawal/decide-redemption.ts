import { UNDECIDED_MS } from '../../aggregates/payout/trouble';
import { peggedBalance } from '../../aggregates/pegged-balance/pegged-balance';
import { canonicalTxid } from '../../aggregates/refund-transfer/refund-transfer';
import { invalidField, rejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import type { FoundDebit, WithdrawalEvent } from '../../aggregates/withdrawal/events';
import type { Sending, WithdrawalFacts } from '../../aggregates/withdrawal/state';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import type { CommandContext } from '../handling/context';
import { redemptionKeyOf } from '../handling/deterministic-ids';
import { historyOf } from '../handling/read-stream';
import { mustBeBaseUnits } from '../handling/told-amount';
import { handleClaiming } from '../payout/trouble/claim-found-transfer';
import type { Decision } from '../payout/trouble/decide-payout';
import { mayServe, type PeggedRedemption, type PeggedRedemptions, type Redemption } from '../ports/pegged-redemption';
import type { SignedOrders } from '../ports/signed-orders';
import { isNetworkHeld } from '../watching/judging/is-held';
import { promiseIdOf } from './promise-id';
import { type RecordRedemptionDeps, recordWhenSound, releaseBalance } from './record-redemption';
import { askedRedemption, believedRedemption } from './redemption-answer';
import { outcomeOf } from './redemption-outcome';
import { callFor, orderOf, sendingsIn, signedFor, withdrawalIn } from './send-redemption';

export interface DecideRedemptionDeps extends RecordRedemptionDeps {
  readonly signedOrders: SignedOrders;
  readonly redemptions: Pick<PeggedRedemptions, 'named'>;
}

export interface DecideRedemption {
  readonly withdrawId: string;
  /** Null: nothing was taken from the wallet. */
  readonly debited: FoundDebit | null;
  /** The operator whose key asks. */
  readonly by: string;
  readonly mayPropose: boolean;
}

/**
 * Ends a withdrawal whose redemption contradicts itself about the debit, or neither sends it nor says what became of it, or
 * whose settled debit is gone before its payout was sent: by two operators, each after the redemption was asked. Whatever it
 * says beside their word refuses it. What they found to be taken is owed back, and its refund recorded as any other. Refuses WITHDRAW_NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const decideRedemption =
  (deps: DecideRedemptionDeps) =>
  async ({ withdrawId, debited, by, mayPropose }: DecideRedemption, context: CommandContext): Promise<Decision> => {
    mustBeWellFormed(debited);
    const { facts, sendings, isSettled } = await sentOf(deps, withdrawId);
    const redemption = deps.redemptions.named(facts.redemption, facts.mode);
    const isRedemptionGone = redemption === null || !mayServe(redemption, facts.partnerId);
    if (redemption !== null) {
      await mustNotDisagree(deps, { facts, sendings, isSettled, redemption, debited, causeEventId: context.commandId });
    }
    await mustBeNobodys(deps, facts, debited);
    if (await isNetworkHeld(deps, facts.network)) throw stays(`What is final on ${facts.network} is in question`);
    const command = {
      type: 'DecideRedemption',
      redemptionKey: redemptionKeyOf(withdrawId),
      ...{ isRedemptionGone, debited, by, mayPropose, now: deps.clock.iso() },
    } as const;
    const { events } = await handleClaiming(deps, {
      ...{ decider: withdrawal, request: { id: withdrawId, context, command }, isEnd },
      found: debited === null ? null : { ...facts, reference: debited.txid },
      beforeEnd: async () => {
        await mustBeNobodys(deps, facts, debited);
        await deps.signedOrders.abandon(signedFor(withdrawId), debited?.txid ?? null);
      },
    });
    if (!events.some(isEnd)) return 'PROPOSED';
    await releaseBalance(deps)(facts, 'FAILED', context.commandId);
    return 'DECIDED';
  };

/** The second operator's word. */
export const isEnd = ({ type }: WithdrawalEvent): boolean => type === 'RedemptionDecided';

const TXID = /^[A-Za-z0-9]{3,128}$/;

const mustBeWellFormed = (debited: FoundDebit | null): void => {
  if (debited === null) return;
  if (!TXID.test(debited.txid)) throw invalidField('txid', 'the hash or id of a transaction');
  mustBeBaseUnits('amountBaseUnits', debited.amountBaseUnits);
};

const stays = (why: string) => rejection('WRONG_STATE', `${why}: nothing is decided`);

interface Sent {
  readonly facts: WithdrawalFacts;
  readonly sendings: readonly Sending[];
  /** A debit was settled or found: nothing is sent for it any more. */
  readonly isSettled: boolean;
}

/** Also of a withdrawal that has failed, whose state no longer holds what was sent. */
const sentOf = async (deps: DecideRedemptionDeps, withdrawId: string): Promise<Sent> => {
  const state = await withdrawalIn(deps.eventStore, streamNameOf(withdrawal, withdrawId));
  if (!('facts' in state)) throw rejection('WITHDRAW_NOT_FOUND', 'No such withdrawal');
  const history = await historyOf(deps.eventStore, withdrawal, withdrawId);
  const sendings = sendingsIn(history);
  return { facts: state.facts, sendings, isSettled: 'payout' in state };
};

interface Asking extends Sent, Pick<DecideRedemption, 'debited'> {
  readonly redemption: PeggedRedemption;
  readonly causeEventId: string;
}

/** What it says is recorded as by any other question; then the operator is refused. */
const mustNotDisagree = async (deps: DecideRedemptionDeps, asking: Asking): Promise<void> => {
  const { facts, sendings, isSettled, redemption, debited, causeEventId } = asking;
  const order = orderOf(facts);
  const said = await askedRedemption(redemption.name, () => redemption.get(callFor(deps, facts), order, sendings));
  if (!said.ok) {
    mayBeUntold(deps, asking, said.kind === 'NOT_FOUND');
    return;
  }
  const stream = streamNameOf(withdrawal, facts.withdrawId);
  const { redemptionKey } = order;
  const believed = believedRedemption(deps.alert, { stream, redemption: redemption.name, redemptionKey }, said);
  const outcome = believed.ok ? outcomeOf(redemptionKey, believed) : null;
  // A settled debit stays booked: that it is gone is for the operators to say.
  const isGone = isSettled && outcome?.kind === 'FAILED';
  if (outcome !== null && !isGone) await recordWhenSound(deps)({ facts, outcome, causeEventId });
  if (!isAsFound(said.value, debited)) throw stays(`${redemption.name} says ${wordsOf(said.value)}`);
};

/** What was sent may be sent again by whoever keeps it, and may be on its way while nobody can be asked. What was not is not. */
const mayBeUntold = (
  { clock }: DecideRedemptionDeps,
  { sendings, isSettled, redemption, debited }: Asking,
  isForgotten: boolean,
): void => {
  if (isForgotten && !isSettled && (debited === null ? sendings.length > 0 : isKeptBeside(sendings, debited)))
    throw stays(`${redemption.name} knows of no debit and may be sent it again`);
  const sentAtMs = Math.max(...sendings.map(({ sentAt }) => Date.parse(sentAt)));
  if (isForgotten || clock.now() >= sentAtMs + UNDECIDED_MS) return;
  throw stays(`${redemption.name} does not answer, and was sent the debit less than 2 h ago`);
};

/** Of ours, and not what was found: that would have taken the nonce of all of them. */
const isKeptBeside = (sendings: readonly Sending[], { txid }: FoundDebit): boolean =>
  sendings.some(({ nonce }) => nonce !== null) &&
  !sendings.some((ours) => ours.txid !== null && canonicalTxid(ours.txid) === canonicalTxid(txid));

const isAsFound = ({ state, debit }: Redemption, found: FoundDebit | null): boolean => {
  if (found === null) return state === 'FAILED';
  if (state !== 'SETTLED' || debit === undefined) return false;
  const { txid, assetId, amountBaseUnits } = debit;
  return (
    canonicalTxid(txid) === canonicalTxid(found.txid) &&
    assetId === found.assetId &&
    amountBaseUnits === found.amountBaseUnits
  );
};

const wordsOf = ({ state, debit }: Redemption): string =>
  debit === undefined
    ? `that it is ${state}`
    : `that ${debit.txid} took ${debit.amountBaseUnits} base units of asset ${debit.assetId}`;

/** A debit that is settled for a withdrawal, this one or another, pays for it. */
const mustBeNobodys = async (
  { eventStore }: DecideRedemptionDeps,
  facts: WithdrawalFacts,
  debited: FoundDebit | null,
): Promise<void> => {
  const state = await withdrawalIn(eventStore, streamNameOf(withdrawal, facts.withdrawId));
  const history = await historyOf(eventStore, peggedBalance, await promiseIdOf({ eventStore }, facts));
  for (const { type, data } of history) {
    if (type !== 'PeggedDebitSettled') continue;
    const isOwn = data.withdrawId === facts.withdrawId;
    if (isOwn && state.status === 'REDEEMING') throw stays(`${data.debit.txid} is settled for it`);
    const isIt = debited !== null && canonicalTxid(data.debit.txid) === canonicalTxid(debited.txid);
    if (!isOwn && isIt) throw stays(`${debited.txid} is settled for another withdrawal`);
  }
};
