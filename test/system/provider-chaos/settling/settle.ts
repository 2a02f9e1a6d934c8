import { type Check, checkOf } from '../../chaos/check';
import type { Judgement } from '../../chaos/frame';
import type { BankOrder, Player } from '../players/player';
import type { PlayerName } from '../players/players';
import type { PaidIntent } from '../storm';
import type { Log, LoggedPayout } from './log';

/** Everything that the books are held against. */
export interface Outcome {
  readonly log: Log;
  readonly paid: readonly PaidIntent[];
  readonly players: ReadonlyMap<PlayerName, Pick<Player, 'orders' | 'idempotency'>>;
  /** Base units that the buyers have on the chain. */
  readonly received: bigint;
  /** Payouts that were planned. */
  readonly wanted: number;
  /** There was no time for what needs minutes: an open payout may be in the bank's books, or wait for a repetition. */
  readonly isShort: boolean;
  readonly endedByItself: number;
  readonly parkedStreams: number;
  /** Where secrets and personal data were found. */
  readonly leaks: readonly string[];
}

/** With fewer nothing was tried. */
const LEAST_PAID_SHARE = 0.5;

interface Judged extends PaidIntent {
  readonly logged: LoggedPayout | undefined;
  readonly orders: readonly BankOrder[];
}

const allOrders = ({ players }: Outcome): readonly BankOrder[] =>
  [...players.values()].flatMap(({ orders }) => orders());

const judge = (outcome: Outcome): readonly Judged[] => {
  const orders = allOrders(outcome);
  return outcome.paid.map((intent) => {
    const logged = outcome.log.payouts.get(intent.intentId);
    const keys = logged?.providerKeys ?? [];
    return { ...intent, logged, orders: orders.filter(({ providerKey }) => keys.includes(providerKey)) };
  });
};

const shown = ({ intentId, logged, orders, payout: { kind, cents } }: Judged): string =>
  `${intentId} (${kind}, ${cents}) is ${logged?.status} after ${logged?.phase}, paid ${orders.map(({ amountCents }) => amountCents).join(' and ') || 'nothing'}`;

const paidOnce = (judged: readonly Judged[]): Check =>
  checkOf(
    'nothing is paid twice, or with another amount',
    judged
      .filter(
        ({ orders, payout }) => orders.length > 1 || orders.some(({ amountCents }) => amountCents !== payout.cents),
      )
      .map(shown),
  );

const known = (outcome: Outcome): Check => {
  const keys = new Set([...outcome.log.payouts.values()].flatMap(({ providerKeys }) => providerKeys));
  const foreign = allOrders(outcome).filter(({ providerKey }) => !keys.has(providerKey));
  return checkOf(
    'each order in the books of a provider is in the log',
    foreign.map(({ providerKey }) => `order ${providerKey}`),
  );
};

const completedArePaid = (judged: readonly Judged[]): Check =>
  checkOf(
    'each completed payout is in the books of its provider',
    judged.filter(({ logged, orders }) => logged?.status === 'COMPLETED' && orders.length !== 1).map(shown),
  );

const noneFailed = (judged: readonly Judged[]): Check =>
  checkOf(
    'no payment failed or expired',
    judged.filter(({ logged }) => logged?.status === 'FAILED' || logged?.status === 'EXPIRED').map(shown),
  );

/** The bank never got the order, or did not answer: only a person may say that it is not paid. */
const isUndecided = ({ players, isShort }: Outcome, { logged, orders, payout }: Judged): boolean => {
  if (logged?.status !== 'PROCESSING' || logged.phase === null) return isShort && logged?.status === 'PENDING';
  if (isShort) return true;
  const isAsked = logged.phase === 'PayoutOutcomeUnknown';
  return isAsked && orders.length === 0 && players.get(payout.provider)?.idempotency === 'LOOKUP_ONLY';
};

const isOpen = ({ logged }: Judged): boolean => logged?.status !== 'COMPLETED';

const nothingLost = (judged: readonly Judged[], outcome: Outcome): Check =>
  checkOf(
    'every payout is completed, or waits for an operator and is not paid',
    judged.filter((each) => isOpen(each) && !isUndecided(outcome, each)).map(shown),
  );

const noContradiction = ({ log }: Outcome): Check =>
  checkOf(
    'no provider is taken to contradict itself',
    [...log.payouts.values()].flatMap(({ contradictions }) => contradictions),
  );

/** A delivery of an open cash-in may be on the chain in a short storm. */
const deliveredOnce = ({ log, received, isShort }: Outcome): Check => {
  const logged = [...log.payouts.values()].reduce((sum, { delivered }) => sum + delivered, 0n);
  const isWrong = isShort ? received < logged : received !== logged;
  return checkOf(
    'the buyers have on the chain what the log delivered',
    isWrong ? [`${received} base units on the chain, ${logged} in the log`] : [],
  );
};

const machineryWhole = ({ endedByItself, parkedStreams, paid, wanted }: Outcome): Check =>
  checkOf('the program stayed up and was used', [
    ...(endedByItself > 0 ? [`the service ended by itself ${endedByItself} times`] : []),
    ...(parkedStreams > 0 ? [`${parkedStreams} streams are parked`] : []),
    ...(paid.length < wanted * LEAST_PAID_SHARE ? [`${paid.length} of ${wanted} intents could be paid`] : []),
  ]);

/** Every check, and the numbers of the storm. */
export const settle = (outcome: Outcome): Judgement => {
  const judged = judge(outcome);
  const completed = judged.filter((each) => !isOpen(each)).length;
  return {
    checks: [
      paidOnce(judged),
      known(outcome),
      completedArePaid(judged),
      noneFailed(judged),
      nothingLost(judged, outcome),
      noContradiction(outcome),
      deliveredOnce(outcome),
      machineryWhole(outcome),
      checkOf('no secret and no personal data is in logs, errors, events and metrics', outcome.leaks),
    ],
    summary: `paid=${completed} held=${judged.length - completed}`,
  };
};
