import { A_DAY, type Closing, decided, HOUR_MS, look, MINUTE_MS, next, PERSON, READ, silence } from './closing';

export interface AlertKind<Says extends string = string> {
  readonly about: readonly string[];
  readonly closing: Closing;
  /** Texts by severity, the most serious last; a more serious text notifies even while the alert is open. */
  readonly says: readonly Says[];
}

type Named<Says extends Readonly<Record<string, string | readonly string[]>>> = {
  readonly [Name in keyof Says]: AlertKind<
    Says[Name] extends readonly (infer Each extends string)[] ? Each : Says[Name] & string
  >;
};

const of = <const Says extends Readonly<Record<string, string | readonly string[]>>>(
  about: readonly string[],
  closing: Closing,
  kinds: Says,
): Named<Says> =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, says]) => [name, { about, closing, says: [says].flat() }]),
  ) as never;

const PAYOUT = ['stream', 'providerKey'];
const REDEMPTION = ['stream', 'redemptionKey'];
const PIX = ['stream', 'endToEndId'];

/** Every alert: its facts, the rule that closes it, and its sentences. `docs/operations/metrics.md` has the actions. */
export const ALERT_KINDS = {
  ...of(PAYOUT, next(['PayoutSettled', 'PayoutRejected', 'PayoutDecided'], ['PayoutDispatched']), {
    'payout-unknown': [
      'The outcome of a payout is unknown',
      'The outcome of a payout is unknown: an operator must decide',
    ],
  }),
  ...of([...PAYOUT, 'detail'], decided(['PayoutDecided', 'PayoutSettled'], 'PayoutContradicted'), {
    'payout-contradicted': 'A provider contradicts itself about a payout',
  }),
  ...of(PAYOUT, next(['PayoutDispatched'], ['PayoutDeferred']), {
    'payout-held': 'A payout has been on hold for two hours',
  }),
  ...of(['mode'], silence(15 * MINUTE_MS), {
    'payouts-held': 'The payouts on hold exceed HELD_EXPOSURE_CENTS',
  }),
  ...of([...PAYOUT, 'provider'], silence(HOUR_MS), {
    'payout-without-provider': 'The provider of a payout is not configured: the payout cannot continue',
  }),
  ...of(['provider', 'mode'], silence(15 * MINUTE_MS), {
    'provider-absent': 'A provider with open payouts is no longer configured',
  }),
  ...of(['provider', 'mode', 'order', 'difference'], PERSON, {
    'payout-difference': "A bank's statement and the log differ about an order",
  }),
  ...of(['provider', 'mode'], silence(2 * HOUR_MS), {
    'payouts-not-compared': "The comparison of a bank's day with the log failed",
  }),
  ...of([...PAYOUT, 'detail'], A_DAY, { 'provider-answer': 'A payout provider gave an impossible answer' }),
  ...of([...PAYOUT, 'provider'], A_DAY, {
    'provider-caller': 'A provider sent a callback about a payout of another provider',
    'callback-unanswered': 'A provider sent a callback about a payout but does not report its outcome',
  }),
  ...of(['sessionId', 'provider', 'detail'], A_DAY, { 'kyc-answer': 'A KYC provider gave an impossible answer' }),
  ...of(['sessionId', 'provider'], A_DAY, {
    'kyc-caller': 'A KYC provider sent a callback about a session of another provider',
    'kyc-unanswered': 'A KYC provider sent a callback about a session but does not report its result',
    'kyc-forgotten': 'A KYC provider has lost an open session',
    'kyc-erasure': [
      'A KYC provider has not erased a person within a day',
      'A KYC provider cannot erase a person: an operator must',
    ],
  }),
  ...of(['provider', 'code'], silence(HOUR_MS), { 'kyc-account': 'A KYC provider refuses our account' }),
  ...of(['sessionId', 'provider'], PERSON, { 'kyc-sanctions': 'A KYC provider found a person on a sanctions list' }),
  ...of(['stream'], PERSON, {
    'gift-card-lost': 'A gift card was bought for an erased user: its PIN was discarded',
    'split-lost': 'The partner received its part of a PIX that pays no intent',
    'stream-closed': 'A lost stream was closed: an operator must settle its payment',
  }),
  ...of(['stream'], A_DAY, {
    'redemption-unsent': 'A debit could not be prepared for an hour: its withdrawal waits',
    'cashin-held': 'A cash-in is long overdue: its provider does not confirm that the charge is unpaid',
    'cashin-unsent': 'A delivery or refund of a cash-in has waited for an hour: its provider does not answer',
    'append-too-large': 'A write to the log is too large',
  }),
  ...of(REDEMPTION, A_DAY, { 'redemption-unknown': 'The outcome of a debit is unknown' }),
  ...of([...REDEMPTION, 'detail'], decided(['RedemptionDecided'], 'RedemptionContradicted'), {
    'redemption-contradicted': 'A redemption contradicts itself about a debit',
  }),
  ...of([...REDEMPTION, 'detail'], A_DAY, { 'redemption-answer': 'A redemption gave an impossible answer' }),
  ...of(['stream', 'redemption'], A_DAY, {
    'redemption-absent': 'The redemption of a withdrawal is not configured: the debit cannot continue',
  }),
  ...of(['assetId', 'mode'], silence(HOUR_MS), {
    'peg-lost': 'The market price of a pegged asset is not one real: its withdrawals are refused',
  }),
  ...of(['symbol'], silence(15 * MINUTE_MS), {
    'price-off-reference': 'The market price differs too much from PTAX: quotes are refused',
  }),
  ...of(['source'], silence(HOUR_MS), {
    'reference-old': 'PTAX is older than six days: the comparison of prices with PTAX is off',
  }),
  ...of(['stream', 'about', 'detail'], decided(['CashinDecided'], 'CashinContradicted'), {
    'cashin-contradicted': 'A provider contradicts itself about a cash-in',
  }),
  ...of(['stream', 'provider'], A_DAY, {
    'cashin-without-provider': 'The provider of a cash-in is not configured: the cash-in cannot continue',
    'charge-caller': 'A provider sent a callback about a charge of another provider',
    'charge-unanswered': 'A provider sent a callback about a charge but does not report its payments',
  }),
  ...of(['stream', 'provider', 'detail'], A_DAY, {
    'charge-answer': 'A charge provider gave an impossible answer',
    'delivery-answer': 'A delivery provider gave an impossible answer',
  }),
  ...of(['provider', 'endToEndId'], PERSON, {
    'credit-unmatched': 'A received PIX names no charge of this service',
    'credit-contradicted': 'A provider lists one PIX for several charges',
  }),
  ...of(PIX, next(['PixReceived', 'PixSettled']), {
    'credit-left-out': 'A charge has not reported a PIX for more than an hour',
    'credit-forgotten': 'A received PIX names a charge that its provider does not know',
  }),
  ...of(['provider', 'partnerId', 'mode'], A_DAY, {
    'credits-unswept': 'A charge provider has listed no payments for an hour: a PIX may be missing',
  }),
  ...of(['stream', 'deliveryId'], A_DAY, { 'delivery-unknown': 'The outcome of a delivery is unknown' }),
  ...of(['stream', 'refundKey'], A_DAY, {
    'refund-unknown': [
      'The outcome of a refund is unknown',
      'The outcome of a refund is unknown: an operator must decide',
    ],
  }),
  ...of(['stream', 'amountCents'], next(['SplitApplied']), {
    'split-owed': 'A charge was not split: the service owes the partner its part',
  }),
  ...of(PIX, next(['ChargeRefundDone']), {
    'refund-refused': 'A refund was refused: an operator must return the money',
    'refund-foreign': 'A PIX due for refund was already returned by its bank',
  }),
  ...of(
    ['depositId'],
    next(
      ['DepositClaimed', 'DepositMatched', 'DepositReverted', 'DepositWrittenOff', 'DepositRefunded'],
      ['DepositUnmatched', 'DepositReleased'],
    ),
    {
      'deposit-in-time': 'A payment in time arrived after its intent had closed',
      'deposit-other-mode': 'A payment on a network of another mode',
    },
  ),
  ...of(['depositId'], A_DAY, {
    'proposal-wrong': [
      'A proposal assigns a deposit to an intent that the deposit does not pay',
      'A proposal was wrong: the memo of the deposit names another intent',
    ],
  }),
  ...of(['intentId'], next(['DepositAccepted', 'CashoutExpired']), {
    'expiry-held': 'An intent is long overdue: a payment of it is still undecided',
  }),
  ...of(['intentId'], A_DAY, { 'expired-unseen': 'An intent expired while its network was unreachable' }),
  ...of(['network'], look('finality'), {
    'network-finality': [
      'Every endpoint contradicts the final history',
      'The final history of a network has changed: payouts wait until an operator accepts it',
    ],
  }),
  ...of(['network'], look('undecided'), {
    'network-undecided': [
      'Deposits of the accepted history cannot be checked: payouts of the network wait',
      'Debits or deliveries of the accepted history cannot be checked: payouts of the network wait',
    ],
  }),
  ...of(['network', 'eventId'], PERSON, {
    'deposits-lost': 'The accepted history lacks deposits that pay an intent: an operator must check',
  }),
  ...of(['network'], look('gap'), {
    'network-gap': "A part of a network's history is unreadable: an operator must skip it",
  }),
  ...of(['network', 'from', 'to'], PERSON, {
    'history-gone': "A part of a network's final history is no longer available for a second check",
  }),
  ...of(['network'], look('failing'), {
    'second-look-failing': 'The second check of a network has failed for five minutes',
  }),
  ...of(['network'], look('lagging'), {
    'network-lagging': 'The lag of a network has grown for ten minutes',
  }),
  ...of(['network', 'assetId'], look('haltedAssets', 'assetId'), {
    'asset-halted': 'A token transferred less than its logs report: new intents of it are refused',
  }),
  ...of(['network', 'assetId'], look('unfitAssets', 'assetId'), {
    'asset-unfit': 'A receiver cannot take an asset: new intents of the asset are refused',
  }),
  ...of(['network'], look('receiver'), { 'receiver-refused': 'A receiver cannot take payments' }),
  ...of(
    ['depositId'],
    next(['DepositClaimed', 'DepositReverted', 'DepositWrittenOff', 'DepositRefunded'], ['DepositFinalised']),
    {
      'coin-unexplained': "A receiver's coin balance rose without a scanned transfer",
    },
  ),
  ...of(['network', 'txid'], READ, { 'transaction-unread': 'A transaction that may pay this service cannot be read' }),
  ...of(['network', 'node'], silence(3 * HOUR_MS), {
    'node-contradiction': [
      'A node contradicts itself or the known history',
      'A node contradicts the final history: the service ignores it for an hour',
    ],
  }),
  ...of(['host'], silence(15 * MINUTE_MS), {
    'clock-wrong': ["PostgreSQL's clock contradicts this machine's", "Every network contradicts this machine's clock"],
  }),
  ...of(['operatorName'], A_DAY, {
    'console-link': "A link by an operator's key was made for the console, past the identity provider",
  }),
  ...of(['queue'], silence(15 * MINUTE_MS), { 'work-stuck': 'A task has failed repeatedly; retries continue' }),
  ...of(['projection', 'stream'], silence(5 * MINUTE_MS), {
    'stream-parked': 'A stream is parked: run ledger replay-parked after the fix',
  }),
  unlisted: { about: [], closing: A_DAY, says: [] },
} as const;

export type AlertKindName = keyof typeof ALERT_KINDS;
export type AlertSentence = (typeof ALERT_KINDS)[AlertKindName]['says'][number];

/** Notifies a person and moves no money; a lasting cause may repeat it. */
export type Alert = (says: AlertSentence, facts: Readonly<Record<string, string>>) => void;

export const KINDS: readonly (readonly [AlertKindName, AlertKind])[] = Object.entries(ALERT_KINDS) as never;

export const ALERT_KIND_NAMES: readonly AlertKindName[] = KINDS.map(([name]) => name);

/** Kinds of a later version have no rule here: a person closes them. */
export const ALERT_CLOSINGS = KINDS.map(([kind, { about, closing }]) => ({
  ...{ kind, same: about.filter((fact) => fact !== 'stream'), ...closing },
}));
