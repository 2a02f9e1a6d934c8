import { cashin } from '../../../aggregates/cashin/cashin';
import type { DecideCashin } from '../../../aggregates/cashin/commands';
import { FAILED_AGAINST_WORD } from '../../../aggregates/cashin/contradiction';
import { deliveryIdIn } from '../../../aggregates/cashin/decision';
import type { CashinEnd } from '../../../aggregates/cashin/events';
import { contradictionOf, isAboutDelivery, type KnownCashin, type Pix, pixOf } from '../../../aggregates/cashin/state';
import { UNDECIDED_MS } from '../../../aggregates/payout/trouble';
import { isSent } from '../../../aggregates/refund/state';
import { isSameTransaction } from '../../../aggregates/refund-transfer/refund-transfer';
import { alertCashin } from '../../cashin/alert-cashin';
import { callFor, mustBeCashin } from '../../cashin/cashin-step';
import { askCharge } from '../../cashin/charge/ask-charge';
import { believedDelivery } from '../../cashin/delivery/delivery-answer';
import { takeDelivery } from '../../cashin/delivery/send-delivery';
import { askRefund } from '../../cashin/refund/record-refund';
import { commandIdOf, deliveryIdOf } from '../../handling/deterministic-ids';
import { handleClaiming } from '../../handling/handle-claiming';
import { asked, isBreach } from '../../payout/outcome/payout-answer';
import type { Delivery } from '../../ports/providers/crypto-delivery';
import type { Result } from '../../ports/providers/result';
import { isNetworkHeld } from '../../watching/judging/is-held';
import { type Decidable, type Deciding, type ReadyToDecide, stays, type TroubleDeps } from './step';

/** A delivery of crypto, or the refund of one PIX. A PIX that was to pay for a delivery asks about both. */
export const deliveryOrRefund: ReadyToDecide<CashinEnd> = async (deps, deciding) => {
  const { paymentId: intentId, outcome: end, by, mayPropose, context } = deciding;
  const state = await mustBeCashin(deps, intentId);
  const asking = { state, how: end.how, causeEventId: context.commandId };
  if (end.how === 'DELIVERED') await mustBeDelivered(deps, asking, end);
  const standing = end.how === 'REFUNDED' ? await mustNotGoBack(deps, asking, end.endToEndId) : SENDABLE;
  const about = end.how === 'REFUNDED' ? end.endToEndId : '';
  const command = {
    type: 'DecideCashin',
    ...{ end, ...standing, by, mayPropose, now: deps.clock.iso() },
    refundKey: commandIdOf('refunded-by-operators', intentId, about),
    deliveryIdOf: (attempt: number) => deliveryIdOf(intentId, attempt),
  } as const;
  return {
    ...evidenceOf(state, deciding),
    append: async (claiming) => {
      const appended = await handleClaiming(deps, cashin, { id: intentId, context, command }, claiming);
      alertCashin(deps.alert, intentId, appended);
      return appended.events;
    },
  };
};

const deliveryIdOfState = (state: KnownCashin): string =>
  deliveryIdIn(state, (attempt) => deliveryIdOf(state.facts.intentId, attempt));

/** A sent delivery may not arrive besides a refund or another transaction. */
const evidenceOf = (
  state: KnownCashin,
  { outcome: end }: Pick<Deciding<CashinEnd>, 'outcome'>,
): Pick<Decidable, 'found' | 'signed'> => {
  const { network, partnerId, mode } = state.facts;
  const happened = end.how === 'DELIVERED' ? end.txId : null;
  const moved = end.how === 'DELIVERED' ? { network, reference: end.txId } : { network: null, reference: end.transfer };
  const order = { purpose: 'DELIVERY', partnerId, deliveryId: deliveryIdOfState(state) } as const;
  return { found: { ...moved, partnerId, mode }, signed: isAboutDelivery(state, end) ? { order, happened } : null };
};

interface Asking {
  readonly state: KnownCashin;
  readonly how: CashinEnd['how'];
  readonly causeEventId: string;
}

/** Null: no provider to ask, or it has no such delivery. Refuses while a sent delivery has no report. */
const askDelivery = async (deps: TroubleDeps, asking: Asking): Promise<Delivery | null> => {
  const { state, causeEventId } = asking;
  const { facts, delivery } = state;
  const { intentId, deliveryProvider, mode } = facts;
  const provider = deliveryProvider === null ? null : deps.cryptoDeliveries.named(deliveryProvider, mode);
  if (provider === null) return null;
  const deliveryId = deliveryIdOfState(state);
  const txId = delivery.phase === 'SENT' ? delivery.txId : null;
  const answer = await asked(provider.name, () => provider.get(callFor(deps, facts), deliveryId, txId));
  const said = believedDelivery({ facts, deliveryId, provider: provider.name, alert: deps.alert }, answer);
  if (!said.ok || said.value.state === 'PREPARED') return mayBeUntold(deps, asking, said);
  const isAwaited = delivery.phase === 'SENT' || delivery.phase === 'REQUESTED';
  const hasEnded = said.value.state === 'CONFIRMED' || said.value.state === 'FAILED';
  // The network may revert such an end.
  if (isAwaited && hasEnded && (await isNetworkHeld(deps, facts.network)))
    throw stays(`The history of ${facts.network} is in doubt`);
  if (isAwaited) await takeDelivery(deps, { intentId, causeEventId }, { state, deliveryId, provider, said });
  return said.value;
};

/** A prepared delivery may still be sent. A sent one may arrive, for 2 h, while its provider does not report it. */
const mayBeUntold = ({ clock }: TroubleDeps, { state, how }: Asking, said: Result<Delivery>): null => {
  const { delivery, facts } = state;
  // Such an answer is no silence: operators may find the delivery, but cannot rule it out.
  if (isBreach(said) && how === 'REFUNDED')
    throw stays(`${facts.deliveryProvider} gave an impossible answer: the delivery may have arrived`);
  if (delivery.phase !== 'SENT') return null;
  if (!said.ok && clock.now() >= Date.parse(delivery.sentAt) + UNDECIDED_MS) return null;
  throw stays(`${delivery.provider} does not report the outcome of the delivery`);
};

/** By this transaction, which may add to a delivery of the provider that was too small. */
const mustBeDelivered = async (
  deps: TroubleDeps,
  asking: Asking,
  { txId, deliveredBaseUnits }: Extract<CashinEnd, { readonly how: 'DELIVERED' }>,
): Promise<void> => {
  const told = await askDelivery(deps, asking);
  if (told === null) return;
  const { facts } = asking.state;
  const isSame = told.txId !== undefined && isSameTransaction(facts.network, told.txId, txId);
  // The provider's own transaction failed, not one that an operator had named.
  if (told.state === 'FAILED' && !isSame && failedAgainstWord(asking.state, told)) return;
  if (told.state !== 'CONFIRMED') throw stays(`${facts.deliveryProvider} reports the delivery as ${told.state}`);
  if (isSame && told.amount <= BigInt(deliveredBaseUnits)) return;
  throw stays(`${facts.deliveryProvider} reports that ${told.txId} delivered ${told.amount} base units`);
};

const failedAgainstWord = ({ contradictions }: KnownCashin, { idempotencyKey }: Delivery): boolean =>
  contradictions.includes(contradictionOf(idempotencyKey, FAILED_AGAINST_WORD));

type Standing = Pick<DecideCashin, 'isGone' | 'isUnsendable'>;

const SENDABLE: Standing = { isGone: false, isUnsendable: false };
const UNSENDABLE: Standing = { isGone: false, isUnsendable: true };

const mustNotGoBack = async (deps: TroubleDeps, asking: Asking, endToEndId: string): Promise<Standing> => {
  const { state } = asking;
  const pix = pixOf(state, endToEndId);
  const refund = pix?.refund ?? null;
  if (state.status === 'ACTIVE' && state.accepted === endToEndId) await mustNotArrive(deps, asking);
  if (isSent(refund)) await mustNotBeOpen(deps, asking, { endToEndId, refundKey: refund.refundKey });
  return pix === null || refund?.phase !== 'DUE' ? SENDABLE : standingOf(deps, state, pix, refund.dueCents);
};

const mustNotArrive = async (deps: TroubleDeps, asking: Asking): Promise<void> => {
  const told = await askDelivery(deps, asking);
  if (told === null || told.state === 'FAILED') return;
  throw stays(`${asking.state.facts.deliveryProvider} reports the delivery as ${told.state}`);
};

/** A refund of another amount than was asked for stands; operators gave the rest back. */
const mustNotBeOpen = async (
  deps: TroubleDeps,
  { state, causeEventId }: Asking,
  refund: { readonly endToEndId: string; readonly refundKey: string },
): Promise<void> => {
  const { intentId, chargeProvider, mode } = state.facts;
  const provider = deps.chargeProviders.named(chargeProvider, mode);
  if (provider === null) return;
  const answer = await askRefund(deps, { intentId, causeEventId, state, ...refund, provider });
  if (isBreach(answer)) throw stays(`${chargeProvider} gave an impossible answer: the PIX may be refunded`);
  if (answer.ok && answer.value.state === 'PROCESSING')
    throw stays(`${chargeProvider} reports the refund as PROCESSING`);
};

/** The same view as the sending worker's: it sends only a whole PIX that its charge reports. */
const standingOf = async (
  deps: TroubleDeps,
  { facts }: KnownCashin,
  { endToEndId, amountCents }: Pix,
  dueCents: bigint,
): Promise<Standing> => {
  const provider = deps.chargeProviders.named(facts.chargeProvider, facts.mode);
  if (provider === null) return UNSENDABLE;
  const charge = await askCharge(deps, facts, provider);
  // A reset simulator receives the refund, and refuses it.
  if (!charge.ok && charge.kind === 'NOT_FOUND' && facts.mode === 'sandbox') return SENDABLE;
  const told = charge.ok ? charge.value.payments.find((pix) => pix.endToEndId === endToEndId) : undefined;
  if (told?.amount !== amountCents) return UNSENDABLE;
  return { isGone: told.refunded >= dueCents, isUnsendable: told.refunded > 0n };
};
