import { UNDECIDED_MS } from '../../../aggregates/payout/trouble';
import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { canonicalTxid } from '../../../aggregates/refund-transfer/refund-transfer';
import { rejection } from '../../../aggregates/rejection';
import { streamNameOf } from '../../../aggregates/stream';
import type { FoundDebit } from '../../../aggregates/withdrawal/events';
import type { Sending, WithdrawalState } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { redemptionKeyOf } from '../../handling/deterministic-ids';
import { handleClaiming } from '../../handling/handle-claiming';
import { historyOf } from '../../handling/reading/read-stream';
import { mayServe, type PeggedRedemption, type Redemption } from '../../ports/providers/pegged-redemption';
import { isNetworkHeld } from '../../watching/judging/is-held';
import { askDebit } from '../../withdrawal/debit/ask-debit';
import { askDebitAgain } from '../../withdrawal/debit/ask-debit-again';
import { recordWhenSound, releaseBalance } from '../../withdrawal/redemption/record-redemption';
import { sendingsIn, signedFor, withdrawalIn } from '../../withdrawal/redemption/send-redemption';
import { reservationIdOf } from '../../withdrawal/reservation-stream';
import type { RedemptionEnd } from '../outcome';
import { type ReadyToDecide, stays, type TroubleDeps } from './step';

type Known = Extract<WithdrawalState, { readonly facts: unknown }>;
type EndBy<How extends RedemptionEnd['how']> = Extract<RedemptionEnd, { readonly how: How }>;

const stateOf = async ({ eventStore }: Pick<TroubleDeps, 'eventStore'>, withdrawId: string): Promise<Known> => {
  const state = await withdrawalIn(eventStore, streamNameOf(withdrawal, withdrawId));
  if (!('facts' in state)) throw rejection('WITHDRAW_NOT_FOUND', 'No such withdrawal');
  return state;
};

/** A debit that two operators found is owed back; the rest of the promise is free again. */
export const redemption: ReadyToDecide<EndBy<'DEBITED' | 'NOT_DEBITED'>> = async (deps, deciding) => {
  const { paymentId: withdrawId, outcome, by, mayPropose, context } = deciding;
  const debited = outcome.how === 'DEBITED' ? outcome.debited : null;
  const state = await stateOf(deps, withdrawId);
  const { facts } = state;
  const provider = deps.redemptions.named(facts.redemption, facts.mode);
  if (provider !== null) await mustAgree(deps, provider, { state, debited, causeEventId: context.commandId });
  if (await isNetworkHeld(deps, facts.network)) throw stays(`The final history of ${facts.network} is in doubt`);
  const isRedemptionGone = provider === null || !mayServe(provider, facts.partnerId);
  const about = { redemptionKey: redemptionKeyOf(withdrawId), isRedemptionGone, debited };
  const command = { type: 'DecideRedemption', ...about, by, mayPropose, now: deps.clock.iso() } as const;
  return {
    found: debited === null ? null : { ...facts, reference: debited.txid },
    signed: { order: signedFor(withdrawId), happened: debited?.txid ?? null },
    mustBeUnused: () => mustPayNothing(deps, withdrawId, debited),
    append: async (claiming) =>
      (await handleClaiming(deps, withdrawal, { id: withdrawId, context, command }, claiming)).events,
    afterEnd: () => releaseBalance(deps)(facts, 'FAILED', context.commandId),
  };
};

/** Records the repayment of a missing settled debit, which moves no money. */
export const lostDebit: ReadyToDecide<EndBy<'MADE_GOOD'>> = async (deps, deciding) => {
  const { paymentId: withdrawId, outcome, by, mayPropose, context } = deciding;
  const state = await stateOf(deps, withdrawId);
  if ('payout' in state && (await askDebitAgain(deps)(withdrawId)).verdict === 'THERE')
    throw stays(`${state.facts.redemption} reports that the debit exists`);
  const about = { redemptionKey: redemptionKeyOf(withdrawId), settledBy: outcome.settledBy };
  const command = { type: 'SettleOutside', ...about, by, mayPropose, now: deps.clock.iso() } as const;
  return {
    found: null,
    signed: { order: signedFor(withdrawId), happened: null },
    append: async (claiming) =>
      (await handleClaiming(deps, withdrawal, { id: withdrawId, context, command }, claiming)).events,
  };
};

interface Asking {
  readonly state: Known;
  readonly debited: FoundDebit | null;
  readonly causeEventId: string;
}

const mustAgree = async (deps: TroubleDeps, provider: PeggedRedemption, asking: Asking): Promise<void> => {
  const { state, debited, causeEventId } = asking;
  const { facts } = state;
  const sendings = sendingsIn(await historyOf(deps.eventStore, withdrawal, facts.withdrawId));
  const { said, outcome } = await askDebit(deps, facts, provider, sendings);
  if (!said.ok) {
    mayBeUntold(deps, asking, { sendings, isForgotten: said.kind === 'NOT_FOUND' });
    return;
  }
  // A settled debit stays booked until operators declare it reverted.
  const isGone = 'payout' in state && outcome?.kind === 'FAILED';
  if (outcome !== null && !isGone) await recordWhenSound(deps)({ facts, outcome, causeEventId });
  if (!isAsFound(said.value, debited)) throw stays(`${provider.name} reports ${wordsOf(said.value)}`);
};

interface Untold {
  readonly sendings: readonly Sending[];
  readonly isForgotten: boolean;
}

/** Refuses while a forgotten order may be sent again, and for 2 h while the redemption does not report the order. */
const mayBeUntold = ({ clock }: TroubleDeps, { state, debited }: Asking, { sendings, isForgotten }: Untold): void => {
  const { redemption: name } = state.facts;
  const maySendAgain = debited === null ? sendings.length > 0 : isKeptBeside(sendings, debited);
  if (isForgotten && !('payout' in state) && maySendAgain)
    throw stays(`${name} knows no debit, and the service may send it again`);
  const sentAtMs = Math.max(...sendings.map(({ sentAt }) => Date.parse(sentAt)));
  if (isForgotten || clock.now() >= sentAtMs + UNDECIDED_MS) return;
  throw stays(`${name} does not answer, and received the debit less than 2 h ago`);
};

/** Our transactions share a nonce that the found transaction has not used: it is not ours. */
const isKeptBeside = (sendings: readonly Sending[], { txid }: FoundDebit): boolean =>
  sendings.some(({ nonce }) => nonce !== null) && !sendings.some((ours) => isSame(ours.txid, txid));

const isSame = (one: string | null, other: string): boolean =>
  one !== null && canonicalTxid(one) === canonicalTxid(other);

const isAsFound = ({ state, debit }: Redemption, found: FoundDebit | null): boolean => {
  if (found === null) return state === 'FAILED';
  if (state !== 'SETTLED' || debit === undefined) return false;
  const { txid, assetId, amountBaseUnits } = debit;
  return isSame(txid, found.txid) && assetId === found.assetId && amountBaseUnits === found.amountBaseUnits;
};

const wordsOf = ({ state, debit }: Redemption): string =>
  debit === undefined
    ? `that the debit is ${state}`
    : `that ${debit.txid} took ${debit.amountBaseUnits} base units of asset ${debit.assetId}`;

/** A debit that the wallet's stream has settled pays for its withdrawal, this one or another. */
const mustPayNothing = async (deps: TroubleDeps, withdrawId: string, debited: FoundDebit | null): Promise<void> => {
  const { status, facts } = await stateOf(deps, withdrawId);
  const history = await historyOf(deps.eventStore, peggedBalance, await reservationIdOf(deps, facts));
  for (const { type, data } of history) {
    if (type !== 'PeggedDebitSettled') continue;
    const { txid } = data.debit;
    if (data.withdrawId === withdrawId && status === 'REDEEMING') throw stays(`${txid} is settled for this withdrawal`);
    if (data.withdrawId !== withdrawId && debited !== null && isSame(txid, debited.txid))
      throw stays(`${txid} is settled for another withdrawal`);
  }
};
