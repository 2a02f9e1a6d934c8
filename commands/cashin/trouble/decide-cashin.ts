import { cashin } from '../../../aggregates/cashin/cashin';
import type { DecideCashin as Deciding } from '../../../aggregates/cashin/commands';
import { FAILED_AGAINST_WORD } from '../../../aggregates/cashin/contradiction';
import { deliveryIdIn } from '../../../aggregates/cashin/decision';
import type { CashinEnd, CashinEvent } from '../../../aggregates/cashin/events';
import { contradictionOf, isAboutDelivery, type KnownCashin, type Pix, pixOf } from '../../../aggregates/cashin/state';
import { UNDECIDED_MS } from '../../../aggregates/payout/trouble';
import { isSent } from '../../../aggregates/refund/state';
import { isSameTransaction } from '../../../aggregates/refund-transfer/refund-transfer';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import { commandIdOf, deliveryIdOf } from '../../handling/deterministic-ids';
import { mustBeBaseUnits } from '../../handling/told-amount';
import { asked, isBreach } from '../../payout/payout-answer';
import { type FoundTransfer, handleClaiming } from '../../payout/trouble/claim-found-transfer';
import type { Decision } from '../../payout/trouble/decide-payout';
import { TRANSFER } from '../../payout/trouble/resolve-return';
import type { Delivery } from '../../ports/providers/crypto-delivery';
import type { Result } from '../../ports/result';
import { isNetworkHeld } from '../../watching/judging/is-held';
import { alertCashin } from '../alert-cashin';
import { isId } from '../answer-rules';
import { askCharge } from '../ask-charge';
import { type CashinDeps, callFor, cashinIn } from '../cashin-step';
import { believedDelivery } from '../delivery-answer';
import { recordRefund } from '../record-refund';
import { believedRefund, outcomeOfRefund } from '../refund-answer';
import { takeDelivery } from '../send-delivery';
import { mustBeUnused, type UsedElsewhereDeps } from './used-elsewhere';

export interface DecideCashinDeps extends CashinDeps, UsedElsewhereDeps {}

export interface DecideCashin {
  readonly intentId: string;
  readonly end: CashinEnd;
  /** The operator whose key asks. */
  readonly by: string;
  readonly mayPropose: boolean;
}

/**
 * Ends a cash-in, or what is owed back of a PIX, by what operators have sent by their own means: two of them, each after
 * the provider was asked. Whatever it says beside their word is recorded as by any other question, and refuses it.
 * Refuses INTENT_NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const decideCashin =
  (deps: DecideCashinDeps) =>
  async ({ intentId, end, by, mayPropose }: DecideCashin, context: CommandContext): Promise<Decision> => {
    mustBeWellFormed(end);
    const state = await cashinIn(deps, intentId);
    if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
    await mustBeUnused(deps, state.facts, end);
    const asking: Asking = { state, how: end.how, causeEventId: context.commandId };
    if (end.how === 'DELIVERED') await mustBeDelivered(deps, asking, end);
    const standing = end.how === 'REFUNDED' ? await mustNotGoBack(deps, asking, end.endToEndId) : SENDABLE;
    const about = end.how === 'REFUNDED' ? end.endToEndId : '';
    const command = {
      type: 'DecideCashin',
      ...{ end, ...standing, by, mayPropose, now: deps.clock.iso() },
      refundKey: commandIdOf('refunded-by-operators', intentId, about),
      deliveryIdOf: (attempt: number) => deliveryIdOf(intentId, attempt),
    } as const;
    const appended = await handleClaiming(deps, {
      ...{ decider: cashin, request: { id: intentId, context, command }, isEnd, found: foundIn(state, end) },
      beforeEnd: async () => {
        await mustBeUnused(deps, state.facts, end);
        await abandonDelivery(deps, state, end);
      },
    });
    alertCashin(deps.alert, intentId, appended);
    return appended.events.some(isEnd) ? 'DECIDED' : 'PROPOSED';
  };

const isEnd = ({ type }: CashinEvent): boolean => type === 'CashinDecided';

/** What was sent for a PIX that was given back, or delivered by another transaction, may not arrive as well. */
const abandonDelivery = async (
  { signedOrders }: DecideCashinDeps,
  state: KnownCashin,
  end: CashinEnd,
): Promise<void> => {
  if (!isAboutDelivery(state, end)) return;
  const { intentId, partnerId } = state.facts;
  const deliveryId = deliveryIdIn(state, (attempt) => deliveryIdOf(intentId, attempt));
  const happened = end.how === 'DELIVERED' ? end.txId : null;
  await signedOrders.abandon({ purpose: 'DELIVERY', partnerId, deliveryId }, happened);
};

const foundIn = ({ facts: { network, partnerId, mode } }: KnownCashin, end: CashinEnd): FoundTransfer =>
  end.how === 'DELIVERED'
    ? { network, reference: end.txId, partnerId, mode }
    : { network: null, reference: end.transfer, partnerId, mode };

const mustBeWellFormed = (end: CashinEnd): void => {
  if (end.how === 'REFUNDED' && !TRANSFER.test(end.transfer)) {
    throw invalidField('transfer', 'the end-to-end id of the transfer, or the id that the bank gave it');
  }
  if (end.how === 'DELIVERED' && !isId(end.txId)) throw invalidField('txId', 'the hash or id of a transaction');
  if (end.how === 'DELIVERED') mustBeBaseUnits('deliveredBaseUnits', end.deliveredBaseUnits);
};

interface Asking {
  readonly state: KnownCashin;
  readonly how: CashinEnd['how'];
  readonly causeEventId: string;
}

const refusal = (message: string) => rejection('WRONG_STATE', `${message}: nothing is decided`);

/** Null: nobody can be asked, or nobody has anything of it. Refuses while what was sent is not told of. */
const askDelivery = async (deps: CashinDeps, asking: Asking): Promise<Delivery | null> => {
  const { state, causeEventId } = asking;
  const { facts } = state;
  const { intentId, deliveryProvider, mode } = facts;
  const provider = deliveryProvider === null ? null : deps.cryptoDeliveries.named(deliveryProvider, mode);
  if (provider === null) return null;
  const deliveryId = deliveryIdIn(state, (attempt) => deliveryIdOf(intentId, attempt));
  const txId = state.delivery.phase === 'SENT' ? state.delivery.txId : null;
  const answer = await asked(provider.name, () => provider.get(callFor(deps, facts), deliveryId, txId));
  const said = believedDelivery({ facts, deliveryId, provider: provider.name, alert: deps.alert }, answer);
  if (!said.ok || said.value.state === 'PREPARED') return mayBeUntold(deps, asking, said);
  // An end that the network may take back is none.
  if (isAwaited(state) && hasEnded(said.value) && (await isNetworkHeld(deps, facts.network))) {
    throw refusal(`The history of ${facts.network} is in question`);
  }
  if (isAwaited(state)) await takeDelivery(deps, { intentId, causeEventId }, { state, deliveryId, provider, said });
  return said.value;
};

const hasEnded = ({ state }: Delivery): boolean => state === 'CONFIRMED' || state === 'FAILED';

/** What is ready may be sent by whoever keeps it; who says nothing of what was sent, or knows nothing of it, may yet for 2 h. */
const mayBeUntold = ({ clock }: CashinDeps, { state, how }: Asking, said: Result<Delivery>): null => {
  const { delivery, facts } = state;
  // No silence: what operators find to be there is there, but what they do not find may be.
  if (isBreach(said) && how === 'REFUNDED') {
    throw refusal(`${facts.deliveryProvider} says of the delivery what cannot be, and it may have arrived`);
  }
  if (delivery.phase !== 'SENT') return null;
  if (!said.ok && clock.now() >= Date.parse(delivery.sentAt) + UNDECIDED_MS) return null;
  throw refusal(`${delivery.provider} does not say what became of the delivery that was sent`);
};

const isAwaited = ({ delivery }: KnownCashin): boolean => delivery.phase === 'SENT' || delivery.phase === 'REQUESTED';

/** In this transaction, or in one of which it knows nothing; what it delivered too little of may have been completed. */
const mustBeDelivered = async (
  deps: CashinDeps,
  asking: Asking,
  { txId, deliveredBaseUnits }: Extract<CashinEnd, { readonly how: 'DELIVERED' }>,
): Promise<void> => {
  const told = await askDelivery(deps, asking);
  if (told === null) return;
  const { facts } = asking.state;
  // In another transaction than the one that failed, as an operator had said before it did.
  const isSame = told.txId !== undefined && isSameTransaction(facts.network, told.txId, txId);
  if (told.state === 'FAILED' && !isSame && failedAgainstWord(asking.state, told)) return;
  if (told.state !== 'CONFIRMED') throw refusal(`${facts.deliveryProvider} says that the delivery is ${told.state}`);
  if (isSame && told.amount <= BigInt(deliveredBaseUnits)) return;
  throw refusal(`${facts.deliveryProvider} says that ${told.txId} delivered ${told.amount} base units`);
};

const failedAgainstWord = ({ contradictions }: KnownCashin, { idempotencyKey }: Delivery): boolean =>
  contradictions.includes(contradictionOf(idempotencyKey, FAILED_AGAINST_WORD));

/** How the PIX stands at its provider. */
type Standing = Pick<Deciding, 'isGone' | 'isUnsendable'>;

const SENDABLE: Standing = { isGone: false, isUnsendable: false };

const mustNotGoBack = async (deps: CashinDeps, asking: Asking, endToEndId: string): Promise<Standing> => {
  const { state } = asking;
  const pix = pixOf(state, endToEndId);
  const refund = pix?.refund ?? null;
  if (state.status === 'ACTIVE' && state.accepted === endToEndId) await mustNotArrive(deps, asking);
  if (isSent(refund)) await mustNotBeOpen(deps, asking, refund.refundKey);
  return pix === null || refund?.phase !== 'DUE' ? SENDABLE : standingOf(deps, state, pix, refund.dueCents);
};

const mustNotArrive = async (deps: CashinDeps, asking: Asking): Promise<void> => {
  const told = await askDelivery(deps, asking);
  if (told === null || told.state === 'FAILED') return;
  throw refusal(`${asking.state.facts.deliveryProvider} says that the delivery is ${told.state}`);
};

/** A refund of another amount than was asked for stays what it is: the rest was given back by operators. */
const mustNotBeOpen = async (deps: CashinDeps, { state, causeEventId }: Asking, refundKey: string): Promise<void> => {
  const { facts } = state;
  const { intentId, chargeProvider, mode } = facts;
  const provider = deps.chargeProviders.named(chargeProvider, mode);
  if (provider === null) return;
  const said = await asked(provider.name, () => provider.getRefund(callFor(deps, facts), refundKey));
  const answer = believedRefund({ ...deps, facts, refundKey }, said);
  if (isBreach(answer))
    throw refusal(`${chargeProvider} says of the refund what cannot be: the PIX may have gone back`);
  if (!answer.ok) return;
  const outcome = outcomeOfRefund(answer);
  if (outcome !== null) {
    await recordRefund(deps)({ intentId, causeEventId, state, refundKey, outcome, dispatchedAt: null });
  }
  if (answer.value.state === 'PROCESSING') throw refusal(`${chargeProvider} says that the refund is PROCESSING`);
};

/** As whoever sends it would find it: only what a charge tells of, and nothing of has gone back, is sent. */
const standingOf = async (
  deps: CashinDeps,
  { facts }: KnownCashin,
  { endToEndId, amountCents }: Pix,
  dueCents: bigint,
): Promise<Standing> => {
  const provider = deps.chargeProviders.named(facts.chargeProvider, facts.mode);
  if (provider === null) return { isGone: false, isUnsendable: true };
  const charge = await askCharge(deps, facts, provider);
  // What a simulator has forgotten since it was reset is sent, and refused.
  if (!charge.ok && charge.kind === 'NOT_FOUND' && facts.mode === 'sandbox') return SENDABLE;
  const told = charge.ok ? charge.value.payments.find((pix) => pix.endToEndId === endToEndId) : undefined;
  if (told?.amount !== amountCents) return { isGone: false, isUnsendable: true };
  return { isGone: told.refunded >= dueCents, isUnsendable: told.refunded > 0n };
};
