import { CASHIN_ALERTS } from './cashin-kinds';
import { A_DAY_LATER, type AlertKind, type Ending, HOUR_MS, kind, MINUTE_MS, OPERATOR, once } from './ending';
import {
  assetResumed,
  contradictionDecided,
  depositsDecided,
  depositTaken,
  finalityReaffirmed,
  gapPassed,
  headReached,
  intentEnded,
  payoutDecided,
  providerBackOrDone,
  providerUnneeded,
  receiversTakePayments,
  redemptionDecided,
  secondLooksSucceed,
  streamReplayed,
  transactionRead,
} from './endings';

const PAYOUT = ['stream', 'providerKey'];
const REDEMPTION = ['stream', 'redemptionKey'];

/** Every alert and what ends it; `docs/operations.md` says what an operator does. */
export const ALERT_KINDS = {
  'payout-unknown': kind(
    ['The outcome of a payout is still unknown', 'A payout needs an operator: its outcome is unknown'],
    PAYOUT,
    once(payoutDecided),
  ),
  'payout-contradicted': kind(
    ['A provider contradicts itself about a payout'],
    [...PAYOUT, 'detail'],
    once(contradictionDecided),
  ),
  'payout-without-provider': kind(
    ['The provider of a payout is not configured: nothing is sent or asked for it'],
    [...PAYOUT, 'provider'],
    once(providerBackOrDone),
  ),
  'provider-absent': kind(
    ['A payout provider is not configured, and was sent payouts whose outcome is open'],
    ['provider', 'mode'],
    once(providerUnneeded),
  ),
  'provider-answer': kind(['A provider gave an answer that cannot be'], [...PAYOUT, 'detail'], A_DAY_LATER),
  'provider-caller': kind(['A provider called about a payout of another one'], [...PAYOUT, 'provider'], A_DAY_LATER),
  'callback-unanswered': kind(
    ['A provider called about a payout and does not say what became of it'],
    [...PAYOUT, 'provider'],
    A_DAY_LATER,
  ),
  'kyc-answer': kind(
    ['A KYC provider gave an answer that cannot be'],
    ['sessionId', 'provider', 'detail'],
    A_DAY_LATER,
  ),
  'kyc-caller': kind(['A KYC provider called about a session of another one'], ['sessionId', 'provider'], A_DAY_LATER),
  'kyc-unanswered': kind(
    ['A KYC provider called about a session and does not say what became of it'],
    ['sessionId', 'provider'],
    A_DAY_LATER,
  ),
  'kyc-forgotten': kind(
    ['A KYC provider no longer has a session that was open'],
    ['sessionId', 'provider'],
    A_DAY_LATER,
  ),
  'kyc-sanctions': kind(['A KYC provider found a person on a sanctions list'], ['sessionId', 'provider'], OPERATOR),
  'kyc-erasure': kind(['A KYC provider has not erased a person for a day'], ['sessionId', 'provider'], A_DAY_LATER),
  'gift-card-lost': kind(
    ['A gift card was bought for a user who has been erased: its PIN was not kept'],
    ['stream'],
    OPERATOR,
  ),
  'redemption-unsent': kind(
    ['The debit of a withdrawal has not been sent for an hour: it cannot be prepared'],
    ['stream'],
    A_DAY_LATER,
  ),
  'redemption-unknown': kind(['The outcome of a debit is still unknown'], REDEMPTION, A_DAY_LATER),
  'redemption-contradicted': kind(
    ['A redemption contradicts itself about a debit'],
    [...REDEMPTION, 'detail'],
    once(redemptionDecided),
  ),
  'redemption-answer': kind(['A redemption gave an answer that cannot be'], [...REDEMPTION, 'detail'], A_DAY_LATER),
  'redemption-absent': kind(
    ['The redemption of a withdrawal is not configured: nothing is sent or asked for it'],
    ['stream', 'redemption'],
    A_DAY_LATER,
  ),
  'peg-lost': kind(
    ['The market does not take a pegged asset for a real: withdrawals of it are refused'],
    ['assetId', 'mode'],
    { by: 'SILENCE', afterMs: HOUR_MS },
  ),
  ...CASHIN_ALERTS,
  'deposit-in-time': kind(['A payment made in time met a closed intent'], ['depositId'], once(depositTaken)),
  'deposit-other-mode': kind(['A payment on a network of another mode'], ['depositId'], once(depositTaken)),
  'proposal-wrong': kind(
    [
      'A deposit was proposed for an intent that it does not pay',
      'A proposal was wrong: the deposit pays the intent that its memo names',
    ],
    ['depositId'],
    A_DAY_LATER,
  ),
  'expiry-held': kind(
    ['An intent should have ended long ago, and what may pay it is not decided'],
    ['intentId'],
    once(intentEnded),
  ),
  'expired-unseen': kind(['An intent expired although its network could not be looked at'], ['intentId'], A_DAY_LATER),
  'network-finality': kind(
    [
      'Every endpoint contradicts what was final',
      'Final history has changed: nothing of the network is paid until an operator accepts it',
    ],
    ['network'],
    once(finalityReaffirmed),
  ),
  'network-undecided': kind(
    [
      'Deposits cannot be judged in the history that was accepted: nothing of the network is paid until they are',
      'Debits or deliveries cannot be asked for in the history that was accepted: nothing of the network is paid until they are',
    ],
    ['network'],
    once(depositsDecided),
  ),
  'deposits-lost': kind(
    ['Deposits that serve an intent are not in the history that was accepted: an operator must look'],
    ['network', 'eventId'],
    OPERATOR,
  ),
  'network-gap': kind(
    ['History of a network cannot be read, and is not skipped by itself'],
    ['network'],
    once(gapPassed),
  ),
  'history-gone': kind(
    ['Closed history could not be asked for once more, and nobody has it now'],
    ['network', 'from', 'to'],
    OPERATOR,
  ),
  'second-look-failing': kind(
    ['A second look at a network has failed for five minutes'],
    ['network'],
    once(secondLooksSucceed),
  ),
  'network-lagging': kind(
    ['The distance of a network to its head has grown for ten minutes'],
    ['network'],
    once(headReached),
  ),
  'asset-halted': kind(
    ['Less of a token arrived than its logs say: it takes no new intents'],
    ['network', 'assetId'],
    once(assetResumed),
  ),
  'receiver-refused': kind(['A receiver cannot take payments'], ['network'], once(receiversTakePayments)),
  'transaction-unread': kind(
    ['A transaction that concerns us cannot be read'],
    ['network', 'txid'],
    once(transactionRead),
  ),
  'node-contradiction': kind(
    ['A node contradicts itself or what is known', 'A node contradicts what was final and is set aside for an hour'],
    ['network', 'node'],
    // Raised at most once an hour, and the node is set aside for an hour.
    { by: 'SILENCE', afterMs: 3 * HOUR_MS },
  ),
  'clock-wrong': kind(
    ["PostgreSQL's clock contradicts this machine's", "Every network contradicts this machine's clock"],
    ['host'],
    { by: 'SILENCE', afterMs: 15 * MINUTE_MS },
  ),
  'work-stuck': kind(['Work fails again and again, and is tried again'], ['queue'], {
    by: 'SILENCE',
    afterMs: 15 * MINUTE_MS,
  }),
  'append-too-large': kind(['An append is too large to be written'], ['stream'], A_DAY_LATER),
  'stream-parked': kind(
    ['A stream is parked: ledger replay-parked applies it after the fix'],
    ['projection', 'stream'],
    once(streamReplayed),
  ),
  'stream-closed': kind(
    ['A stream that was lost is closed: an operator settles what it was about'],
    ['stream'],
    OPERATOR,
  ),
  unlisted: kind<never>([], [], A_DAY_LATER),
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

/** Kinds of a later version are left to an operator. */
export const endingOf = (name: string): Ending => KINDS.find(([known]) => known === name)?.[1].ending ?? OPERATOR;
