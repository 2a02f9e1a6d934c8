import type { Candidate, UnmatchedReason } from '../../aggregates/deposit/events';
import { streamNamed } from '../../aggregates/stream';
import type { CashinStep, WaitingStep } from '../../commands/cashin/cashin-step';
import type { Proposal } from '../../commands/deposit/match-deposit';
import type { PayoutStep } from '../../commands/payout/request-payout';
import type { CallbackHint } from '../../commands/ports/providers/callback-source';
import type { DueWork } from '../../commands/reactions';
import type { RedemptionStep, WaitingRedemption } from '../../commands/withdrawal/redemption/send-redemption';
import type { DueCashinStep } from '../../read-models/due/due-cashins';
import type {
  DueItems,
  DueMatch,
  DueOverruledDebit,
  DuePayoutStep,
  DueRedemptionStep,
} from '../../read-models/due/due-work';

/** A due item as its command's payload. Throws when the item lacks what the command needs. */
export type DuePayloads = {
  readonly [Kind in keyof DueWork]: (item: DueItems[Kind]) => DueWork[Kind];
};

const needed = <Value>(value: Value | null, what: string): Value => {
  if (value === null) throw new Error(`A due item lacks ${what}`);
  return value;
};

const proposalOf = (item: DueMatch): Proposal => {
  const { verdict, depositId, causeEventId, inTime, ruleVersion } = item;
  if (verdict === 'MATCH') return { verdict, depositId, intentId: needed(item.intentId, 'intentId'), causeEventId };
  // The projection writes these columns from these unions.
  const reason = needed(item.reason, 'reason') as UnmatchedReason;
  const candidates = item.candidates as readonly Candidate[];
  return { verdict, depositId, reason, candidates, inTime, ruleVersion, causeEventId };
};

const stepOf = ({ stream, causeEventId }: DuePayoutStep): PayoutStep => ({ stream: streamNamed(stream), causeEventId });

const cashinStepOf = ({ intentId, causeEventId }: DueCashinStep): CashinStep => ({ intentId, causeEventId });
const waitingStepOf = (item: DueCashinStep): WaitingStep => ({ ...cashinStepOf(item), sinceMs: item.sinceMs });
const redemptionStepOf = ({ withdrawId, causeEventId }: DueOverruledDebit): RedemptionStep => ({
  stream: streamNamed(`withdrawal-${withdrawId}`),
  causeEventId,
});

const waitingRedemptionOf = (item: DueRedemptionStep): WaitingRedemption => ({
  ...redemptionStepOf(item),
  sinceMs: item.sinceMs,
});

export const duePayloads: DuePayloads = {
  'match-deposit': proposalOf,
  'expire-cashout': ({ intentId }) => ({ intentId }),
  'request-payout': stepOf,
  'dispatch-payout': stepOf,
  'resolve-payout': (item) => ({
    ...stepOf(item),
    providerKey: needed(item.providerKey, 'providerKey'),
    sinceMs: item.sinceMs,
  }),
  'abandon-withdrawal': ({ sinceMs, ...orphan }) => orphan,
  'send-redemption': waitingRedemptionOf,
  'resolve-redemption': waitingRedemptionOf,
  'give-back': redemptionStepOf,
  'ask-overruled-debit': redemptionStepOf,
  // The callback routes store only these kinds.
  'poll-kyc': (item) => item,
  'follow-kyc': (item) => item,
  'erase-kyc': (item) => item,
  'create-charge': cashinStepOf,
  'watch-charge': (item) => ({ ...cashinStepOf(item), sinceMs: item.sinceMs }),
  'expire-cashin': waitingStepOf,
  'request-delivery': waitingStepOf,
  'send-delivery': waitingStepOf,
  'resolve-delivery': (item) => ({
    ...{ ...cashinStepOf(item), sinceMs: item.sinceMs, deliveryId: needed(item.subject, 'subject') },
  }),
  'dispatch-refund': (item) => ({ ...waitingStepOf(item), endToEndId: needed(item.endToEndId, 'endToEndId') }),
  'resolve-refund': (item) => ({
    ...{ ...cashinStepOf(item), sinceMs: item.sinceMs, endToEndId: needed(item.endToEndId, 'endToEndId') },
    refundKey: needed(item.subject, 'subject'),
  }),
  'sweep-credits': (item) => item,
  'take-callback': ({ hints, ...callback }) => ({ ...callback, hints: hints as readonly CallbackHint[] }),
};
