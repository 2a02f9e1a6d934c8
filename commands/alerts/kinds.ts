import { A_DAY, type Closing, decided, HOUR_MS, look, MINUTE_MS, next, PERSON, READ, silence } from './closing';

export interface AlertKind<Says extends string = string> {
  readonly about: readonly string[];
  readonly closing: Closing;
  /** Sentences by severity, the gravest last; a graver one notifies even while the alert is open. */
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
      'The outcome of a payout is still unknown',
      'A payout needs an operator: its outcome is unknown',
    ],
  }),
  ...of([...PAYOUT, 'detail'], decided(['PayoutDecided', 'PayoutSettled'], 'PayoutContradicted'), {
    'payout-contradicted': 'A provider contradicts itself about a payout',
  }),
  ...of(PAYOUT, next(['PayoutDispatched'], ['PayoutDeferred']), {
    'payout-held': 'A payout has been held for two hours',
  }),
  ...of(['mode'], silence(15 * MINUTE_MS), {
    'payouts-held': 'Payouts are held for more than HELD_EXPOSURE_CENTS',
  }),
  ...of([...PAYOUT, 'provider'], silence(HOUR_MS), {
    'payout-without-provider': 'The provider of a payout is not configured: nothing is sent or asked for it',
  }),
  ...of(['provider', 'mode'], silence(15 * MINUTE_MS), {
    'provider-absent': 'A payout provider is not configured, and was sent payouts whose outcome is open',
  }),
  ...of(['provider', 'mode', 'order', 'difference'], PERSON, {
    'payout-difference': "A bank's list and the log differ about an order",
  }),
  ...of(['provider', 'mode'], silence(2 * HOUR_MS), {
    'payouts-not-compared': 'A day of a bank cannot be compared with the log',
  }),
  ...of([...PAYOUT, 'detail'], A_DAY, { 'provider-answer': 'A provider gave an answer that cannot be' }),
  ...of([...PAYOUT, 'provider'], A_DAY, {
    'provider-caller': 'A provider called about a payout of another one',
    'callback-unanswered': 'A provider called about a payout and does not say what became of it',
  }),
  ...of(['sessionId', 'provider', 'detail'], A_DAY, { 'kyc-answer': 'A KYC provider gave an answer that cannot be' }),
  ...of(['sessionId', 'provider'], A_DAY, {
    'kyc-caller': 'A KYC provider called about a session of another one',
    'kyc-unanswered': 'A KYC provider called about a session and does not say what became of it',
    'kyc-forgotten': 'A KYC provider no longer has a session that was open',
    'kyc-erasure': 'A KYC provider has not erased a person for a day',
  }),
  ...of(['sessionId', 'provider'], PERSON, { 'kyc-sanctions': 'A KYC provider found a person on a sanctions list' }),
  ...of(['stream'], PERSON, {
    'gift-card-lost': 'A gift card was bought for a user who has been erased: its PIN was not kept',
    'split-lost': 'The partner got its part of a PIX that pays for nothing',
    'stream-closed': 'A stream that was lost is closed: an operator settles what it was about',
  }),
  ...of(['stream'], A_DAY, {
    'redemption-unsent': 'The debit of a withdrawal has not been sent for an hour: it cannot be prepared',
    'cashin-held': 'A cash-in should have ended long ago, and its provider does not say that nothing was paid',
    'cashin-unsent': 'What a cash-in owes has not been sent for an hour: nobody answers whether it may be',
    'append-too-large': 'An append is too large to be written',
  }),
  ...of(REDEMPTION, A_DAY, { 'redemption-unknown': 'The outcome of a debit is still unknown' }),
  ...of([...REDEMPTION, 'detail'], decided(['RedemptionDecided'], 'RedemptionContradicted'), {
    'redemption-contradicted': 'A redemption contradicts itself about a debit',
  }),
  ...of([...REDEMPTION, 'detail'], A_DAY, { 'redemption-answer': 'A redemption gave an answer that cannot be' }),
  ...of(['stream', 'redemption'], A_DAY, {
    'redemption-absent': 'The redemption of a withdrawal is not configured: nothing is sent or asked for it',
  }),
  ...of(['assetId', 'mode'], silence(HOUR_MS), {
    'peg-lost': 'The market does not take a pegged asset for a real: withdrawals of it are refused',
  }),
  ...of(['symbol'], silence(15 * MINUTE_MS), {
    'price-off-reference': 'The market price stands apart from PTAX: no quote is given',
  }),
  ...of(['source'], silence(HOUR_MS), {
    'reference-old': 'PTAX is older than six days: prices are not compared with PTAX',
  }),
  ...of(['stream', 'about', 'detail'], decided(['CashinDecided'], 'CashinContradicted'), {
    'cashin-contradicted': 'A provider contradicts itself about a cash-in',
  }),
  ...of(['stream', 'provider'], A_DAY, {
    'cashin-without-provider': 'The provider of a cash-in is not configured: nothing is sent or asked for it',
    'charge-caller': 'A provider called about a charge of another one',
    'charge-unanswered': 'A provider called about a charge and does not say what came for it',
  }),
  ...of(['stream', 'provider', 'detail'], A_DAY, {
    'charge-answer': 'A provider of charges gave an answer that cannot be',
    'delivery-answer': 'A provider of deliveries gave an answer that cannot be',
  }),
  ...of(['provider', 'endToEndId'], PERSON, {
    'credit-unmatched': 'A PIX came that names no charge of ours',
    'credit-contradicted': 'A provider lists one PIX for several charges',
  }),
  ...of(PIX, next(['PixReceived', 'PixSettled']), {
    'credit-left-out': 'A PIX came for a charge more than an hour ago, and the charge does not tell of it',
    'credit-forgotten': 'A PIX came for a charge that its provider does not know',
  }),
  ...of(['provider', 'partnerId', 'mode'], A_DAY, {
    'credits-unswept': 'A provider of charges has not said for an hour what came: a PIX may be missed',
  }),
  ...of(['stream', 'deliveryId'], A_DAY, { 'delivery-unknown': 'The outcome of a delivery is still unknown' }),
  ...of(['stream', 'refundKey'], A_DAY, {
    'refund-unknown': [
      'The outcome of a refund is still unknown',
      'A refund needs an operator: its outcome is unknown',
    ],
  }),
  ...of(['stream', 'amountCents'], next(['SplitApplied']), {
    'split-owed': 'A part of a PIX is owed to the partner: the charge was not split',
  }),
  ...of(PIX, next(['ChargeRefundDone']), {
    'refund-refused': 'A refund was refused: an operator must give the money back',
    'refund-foreign': 'A PIX that is owed back was sent back already, and not by us',
  }),
  ...of(
    ['depositId'],
    next(
      ['DepositClaimed', 'DepositMatched', 'DepositReverted', 'DepositWrittenOff', 'DepositRefunded'],
      ['DepositUnmatched', 'DepositReleased'],
    ),
    {
      'deposit-in-time': 'A payment made in time met a closed intent',
      'deposit-other-mode': 'A payment on a network of another mode',
    },
  ),
  ...of(['depositId'], A_DAY, {
    'proposal-wrong': [
      'A deposit was proposed for an intent that it does not pay',
      'A proposal was wrong: the deposit pays the intent that its memo names',
    ],
  }),
  ...of(['intentId'], next(['DepositAccepted', 'CashoutExpired']), {
    'expiry-held': 'An intent should have ended long ago, and what may pay it is not decided',
  }),
  ...of(['intentId'], A_DAY, { 'expired-unseen': 'An intent expired although its network could not be looked at' }),
  ...of(['network'], look('finality'), {
    'network-finality': [
      'Every endpoint contradicts what was final',
      'Final history has changed: nothing of the network is paid until an operator accepts it',
    ],
  }),
  ...of(['network'], look('undecided'), {
    'network-undecided': [
      'Deposits cannot be judged in the history that was accepted: nothing of the network is paid until they are',
      'Debits or deliveries cannot be asked for in the history that was accepted: nothing of the network is paid until they are',
    ],
  }),
  ...of(['network', 'eventId'], PERSON, {
    'deposits-lost': 'Deposits that serve an intent are not in the history that was accepted: an operator must look',
  }),
  ...of(['network'], look('gap'), {
    'network-gap': 'History of a network cannot be read, and is not skipped by itself',
  }),
  ...of(['network', 'from', 'to'], PERSON, {
    'history-gone': 'Closed history could not be asked for once more, and nobody has it now',
  }),
  ...of(['network'], look('failing'), {
    'second-look-failing': 'A second look at a network has failed for five minutes',
  }),
  ...of(['network'], look('lagging'), {
    'network-lagging': 'The distance of a network to its head has grown for ten minutes',
  }),
  ...of(['network', 'assetId'], look('haltedAssets', 'assetId'), {
    'asset-halted': 'Less of a token arrived than its logs say: it takes no new intents',
  }),
  ...of(['network', 'assetId'], look('unfitAssets', 'assetId'), {
    'asset-unfit': 'A receiver cannot take an asset: the asset takes no new intents',
  }),
  ...of(['network'], look('receiver'), { 'receiver-refused': 'A receiver cannot take payments' }),
  ...of(
    ['depositId'],
    next(['DepositClaimed', 'DepositReverted', 'DepositWrittenOff', 'DepositRefunded'], ['DepositFinalised']),
    {
      'coin-unexplained': 'Coin came to a receiver in no transfer that a scan reads',
    },
  ),
  ...of(['network', 'txid'], READ, { 'transaction-unread': 'A transaction that concerns us cannot be read' }),
  ...of(['network', 'node'], silence(3 * HOUR_MS), {
    'node-contradiction': [
      'A node contradicts itself or what is known',
      'A node contradicts what was final and is set aside for an hour',
    ],
  }),
  ...of(['host'], silence(15 * MINUTE_MS), {
    'clock-wrong': ["PostgreSQL's clock contradicts this machine's", "Every network contradicts this machine's clock"],
  }),
  ...of(['queue'], silence(15 * MINUTE_MS), { 'work-stuck': 'Work fails again and again, and is tried again' }),
  ...of(['projection', 'stream'], silence(5 * MINUTE_MS), {
    'stream-parked': 'A stream is parked: ledger replay-parked applies it after the fix',
  }),
  unlisted: { about: [], closing: A_DAY, says: [] },
} as const;

export type AlertKindName = keyof typeof ALERT_KINDS;
export type AlertSentence = (typeof ALERT_KINDS)[AlertKindName]['says'][number];

/** Notifies a person and moves no money; a lasting cause may be raised repeatedly. */
export type Alert = (says: AlertSentence, facts: Readonly<Record<string, string>>) => void;

const KINDS: readonly (readonly [AlertKindName, AlertKind])[] = Object.entries(ALERT_KINDS) as never;

export const ALERT_KIND_NAMES: readonly AlertKindName[] = KINDS.map(([name]) => name);

export interface NamedAlert {
  readonly kind: AlertKindName;
  readonly subject: string;
  readonly severity: number;
}

/** Longer values are cut: the subject is part of a table's key. */
const LONGEST_PART = 200;

export const alertOf = (says: string, facts: Readonly<Record<string, string>>): NamedAlert => {
  const found = KINDS.find(([, { says: sentences }]) => sentences.includes(says));
  if (found === undefined) return { kind: 'unlisted', subject: says.slice(0, LONGEST_PART), severity: 0 };
  const [name, { says: sentences, about }] = found;
  const subject = about.map((part) => (facts[part] ?? 'unknown').slice(0, LONGEST_PART)).join(' ');
  return { kind: name, subject, severity: sentences.indexOf(says) };
};

/** Kinds of a later version have no rule here: a person closes them. */
export const ALERT_CLOSINGS = KINDS.map(([kind, { about, closing }]) => ({
  ...{ kind, same: about.filter((fact) => fact !== 'stream'), ...closing },
}));
