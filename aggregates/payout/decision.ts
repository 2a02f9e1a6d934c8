import { rejection } from '../rejection';
import type { DecidePayout, Outcome, Word } from './commands';
import { saidAgainst } from './contradiction';
import type { PayoutDecided, PayoutDecisionProposed, PayoutEnd, PayoutEvent, PayoutSettled } from './events';
import type { Owed } from './owed';
import {
  awaitedUnder,
  contradictionOf,
  hasEnded,
  isContradicted,
  isContradictedSince,
  type PayoutState,
  type SentUnderKey,
} from './state';
import { REFUND_WAIT_MS, UNDECIDED_MS } from './trouble';

type Question = Pick<PayoutDecisionProposed, 'attempt' | 'providerKey' | 'unknownSince' | 'end'>;

const refusal = (message: string) => rejection('WRONG_STATE', message);

/** The provider may still execute the order: operators cannot declare it unpaid. */
const mustBeExecuted = ({ words = [] }: DecidePayout): void => {
  const waiting = words.find(({ state }) => state === 'UNAPPROVED');
  if (waiting === undefined) return;
  throw refusal(`${waiting.provider} may still execute this order: cancel it at the provider first`);
};

/** The first operator proposes, a second decides; a provider's report in between wins at the exact revision. */
export const decidePayout = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  command: DecidePayout,
): readonly PayoutEvent<Key>[] => {
  const { end, words = [], by, mayPropose, now } = command;
  if (end?.how !== 'PAID') mustBeExecuted(command);
  // An impossible answer is a contradiction too, but the log cannot record it.
  const isContested = end !== undefined && (isContradicted(state) || words.some(({ isBreach }) => isBreach === true));
  const question = isContested ? aboutContested(state, { end, words }) : aboutUnknown(state, command);
  const { unknownSince } = question;
  if (Date.parse(now) < Date.parse(unknownSince) + UNDECIDED_MS) {
    throw refusal(`The outcome is unknown since ${unknownSince}. Operators can decide it 2 h later`);
  }
  const about = { ...owed.key, ...question };
  if (!isAsProposed(state, question)) {
    if (!mayPropose) throw refusal('No operator has proposed this end. An approver can only confirm a proposal');
    return [{ type: 'PayoutDecisionProposed', data: { ...about, proposedBy: by, proposedAt: now } }];
  }
  const { proposedBy = by } = state.proposal ?? {};
  if (proposedBy === by) return [];
  const decision = { proposedBy, decidedBy: by, now };
  if (question.end?.how === 'PAID') {
    const paid = { ...question, ...question.end, provider: providerOf(state, question.providerKey) };
    return [{ type: 'PayoutSettled', data: { ...owed.key, ...settledBy(owed, paid, words, decision) } }];
  }
  return [{ type: 'PayoutDecided', data: { ...owed.key, ...decidedBy(question, words, decision) } }];
};

const isAsProposed = ({ proposal }: PayoutState, { providerKey, unknownSince, end }: Question): boolean =>
  proposal?.providerKey === providerKey && proposal.unknownSince === unknownSince && isSame(proposal.end, end);

const isSame = (one: PayoutEnd | undefined, other: PayoutEnd | undefined): boolean =>
  one?.how === 'PAID' && other?.how === 'PAID' ? one.endToEndId === other.endToEndId : one?.how === other?.how;

/** The definite answer of a provider that knows the order wins over operators. */
const aboutUnknown = (state: PayoutState, { providerKey, end, words = [] }: DecidePayout): Question => {
  const [known] = words;
  if (known !== undefined) {
    throw refusal(`${known.provider} reports this payout as ${known.state}: no decision is needed`);
  }
  if (end?.how === 'PAID')
    throw refusal('Operators can end a payout as paid only after a contradiction of its provider');
  const awaited = awaitedUnder(state, providerKey);
  if (awaited?.phase !== 'UNKNOWN') throw refusal('The outcome of this payout is not unknown');
  return { attempt: awaited.attempt, providerKey, unknownSince: awaited.unknownAt };
};

interface Contested {
  readonly end: PayoutEnd;
  readonly words: readonly Word[];
}

/** Refused only where a provider reports the opposite of the decision. */
const aboutContested = (state: PayoutState, { end, words }: Contested): Question => {
  const { sent = [] } = state;
  const last = sent.at(-1);
  if (!mayEnd(state, end) || last === undefined) throw refusal('This payout has ended or was never sent');
  const against = words.filter(({ outcome }) => isOpposite(end, outcome));
  const possible = sent.filter(({ providerKey }) => against.every((word) => word.providerKey !== providerKey));
  const paid = mostLikelyPaid(possible, state, words);
  const [word] = against;
  // An opposite report excludes NOT_PAID, and excludes PAID unless another key may have been paid.
  if (word !== undefined && (end.how === 'NOT_PAID' || paid === undefined)) {
    throw refusal(`${word.provider} reports this payout as ${word.state}, the opposite of this decision`);
  }
  if (end.how === 'PAID') mustBeAlone(words, isTheOne(state, words, paid) ? paid : undefined);
  const { attempt, providerKey } = end.how === 'PAID' && paid !== undefined ? paid : last;
  const unknownSince = state.phase === 'UNKNOWN' ? state.unknownAt : last.dispatchedAt;
  return { attempt, providerKey, unknownSince, end };
};

/** A failed payout that was later reported as paid may be returned: operators may declare it unpaid again. */
const mayEnd = (state: PayoutState, { how }: PayoutEnd): boolean =>
  !hasEnded(state) || (state.phase === 'FAILED' && how === 'NOT_PAID' && isContradictedSince(state));

/** True when no other key was sent, or when a provider contradicts itself about this one. */
const isTheOne = (state: PayoutState, words: readonly Word[], paid: SentUnderKey | undefined): boolean => {
  const isInBreach = words.some((word) => word.providerKey === paid?.providerKey && word.isBreach === true);
  return state.sent?.length === 1 || wasCalledPaid(state, paid) || (isInBreach && !isContradicted(state));
};

/** An order in progress would pay the payee twice. Undefined: no report says which order was paid. */
const mustBeAlone = (words: readonly Word[], paid: SentUnderKey | undefined): void => {
  const other = words.find((word) => word.providerKey !== paid?.providerKey && isOnItsWay(word.outcome));
  if (other === undefined) return;
  throw refusal(`${other.provider} may still execute an order (${other.state}). Decide after its end`);
};

const isOnItsWay = (outcome: Outcome | null): outcome is Extract<Outcome, { kind: 'UNKNOWN' }> | null =>
  outcome === null || outcome.kind === 'UNKNOWN';

/** A payee with any part of the money counts as paid: the rest may follow, and a refund would pay twice. */
const isOpposite = ({ how }: PayoutEnd, outcome: Outcome | null): boolean => {
  const saysPaid = how === 'PAID';
  // An order in progress may still be executed.
  if (isOnItsWay(outcome)) return !saysPaid;
  const hasMoney = keptCentsIn(outcome) > 0n;
  return saysPaid !== hasMoney;
};

const keptCentsIn = (outcome: Exclude<Outcome, { kind: 'UNKNOWN' }>): bigint => {
  if (outcome.kind === 'REJECTED') return 0n;
  if (outcome.kind === 'SETTLED') return BigInt(outcome.amountCents);
  return BigInt(outcome.settlement.amountCents) - BigInt(outcome.amountCents);
};

/** The key that a provider reports as paid now, else a key reported as paid before, else the last one. */
const mostLikelyPaid = (
  possible: readonly SentUnderKey[],
  state: PayoutState,
  words: readonly Word[],
): SentUnderKey | undefined => {
  const isCalledPaid = ({ providerKey }: SentUnderKey) => settlementIn(words, providerKey) !== null;
  return possible.findLast(isCalledPaid) ?? possible.findLast((sent) => wasCalledPaid(state, sent)) ?? possible.at(-1);
};

const wasCalledPaid = ({ contradictions }: PayoutState, sent: SentUnderKey | undefined): boolean =>
  sent !== undefined && contradictions.some((told) => told.startsWith(contradictionOf(sent.providerKey, '')));

const settlementIn = (words: readonly Word[], providerKey: string) => {
  const outcome = words.find((word) => word.providerKey === providerKey)?.outcome;
  if (outcome?.kind === 'SETTLED') return outcome;
  return outcome?.kind === 'RETURNED' ? outcome.settlement : null;
};

interface Decision {
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly now: string;
}

const decidedBy = (
  { attempt, providerKey, unknownSince }: Question,
  words: readonly Word[],
  { now, ...who }: Decision,
): PayoutDecided => {
  const despite = words.flatMap(({ providerKey: key, outcome }) =>
    outcome === null ? [] : (saidAgainst(key, outcome) ?? []),
  );
  const refundableFrom = new Date(Date.parse(now) + REFUND_WAIT_MS).toISOString();
  const against = despite.length === 0 ? {} : { despite };
  return { attempt, providerKey, unknownSince, ...who, refundableFrom, ...against, decidedAt: now };
};

const providerOf = ({ sent = [] }: PayoutState, providerKey: string): string =>
  sent.find((each) => each.providerKey === providerKey)?.provider ?? '';

type Paid = Pick<SentUnderKey, 'attempt' | 'providerKey' | 'provider'> & { readonly endToEndId: string };

const settledBy = <Key extends object>(
  { amountCents }: Owed<Key>,
  { attempt, providerKey, provider, endToEndId }: Paid,
  words: readonly Word[],
  { now: settledAt, ...who }: Decision,
): PayoutSettled => {
  const told = settlementIn(words, providerKey);
  const { providerId = endToEndId, feeCents = '0' } = told ?? {};
  const paid = { attempt, providerKey, provider, providerId, amountCents, feeCents, endToEndId };
  // Later returns, and payments under another key, still count.
  const despite = words.flatMap(({ providerKey: key, outcome }) => {
    const isOther = key === providerKey && outcome?.kind === 'SETTLED' && outcome.amountCents !== amountCents;
    return isOther ? (saidAgainst(key, outcome) ?? []) : [];
  });
  const decided = despite.length === 0 ? who : { ...who, despite };
  return { ...paid, receiptUrl: null, decided, settledAt };
};
