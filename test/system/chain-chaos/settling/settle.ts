import { isGood } from '../../chaos/asking';
import { type Check, checkOf } from '../../chaos/check';
import { TOLERANCE_SECONDS } from '../installation';
import type { OpenedIntent } from '../partner';
import type { BookedDeposit, BookedIntent, Books } from './books';
import type { TrueMovement } from './truth';

/** Everything that the books are held against. */
export interface Outcome {
  readonly books: Books;
  readonly truth: readonly TrueMovement[];
  readonly opened: readonly OpenedIntent[];
  /** Intents that were planned. */
  readonly wanted: number;
  readonly finalHistoryChanged: boolean;
  /** Every endpoint forgot history that the service had not read. */
  readonly historyForgotten: boolean;
  readonly endedByItself: number;
  readonly killedAtMs: readonly number[];
  /** When the books were read. */
  readonly readAtMs: number;
  /** The status code of a quote after everything. */
  readonly quoteStatus: number;
  /** Deposits that `ledger deposits` lists. */
  readonly inbox: ReadonlySet<string>;
  readonly parkedStreams: number;
}

const TOLERANCE_MS = TOLERANCE_SECONDS * 1_000;
/** With fewer nothing was tried. */
const LEAST_OPENED_SHARE = 0.25;
const OUR_PREFIX = 'lastro:';
/** A call to the bank that a kill broke off had begun at most so long before. */
const CALL_MS = 10_000;
/** A minute until a silence is unknown, ten of grace, and the question that is asked every five. */
const SENT_AGAIN_WITHIN_MS = 17 * 60_000;

interface Judged {
  readonly intent: OpenedIntent;
  readonly booked: BookedIntent | undefined;
  /** Payments that the intent must be paid for, and that it may be paid for. */
  readonly inTime: readonly TrueMovement[];
  readonly acceptable: readonly TrueMovement[];
  readonly paidCents: readonly bigint[];
}

const groupBy = <Key>(
  movements: readonly TrueMovement[],
  keyOf: (movement: TrueMovement) => Key,
): ReadonlyMap<Key, readonly TrueMovement[]> => {
  const groups = new Map<Key, TrueMovement[]>();
  for (const movement of movements) groups.set(keyOf(movement), [...(groups.get(keyOf(movement)) ?? []), movement]);
  return groups;
};

const judge = ({ opened, books, truth }: Outcome): readonly Judged[] => {
  const byMemo = groupBy(truth, ({ memo }) => memo);
  const paid = new Map(books.orders.map(({ providerKey, amountCents }) => [providerKey, amountCents]));
  return opened.map((intent) => {
    const booked = books.intents.get(intent.intentId);
    const acceptable = (byMemo.get(intent.memo) ?? []).filter(
      ({ isPlain, assetId, amountBaseUnits, blockTimeMs }) =>
        isPlain &&
        assetId === intent.assetId &&
        amountBaseUnits >= intent.amountBaseUnits &&
        blockTimeMs >= (booked?.createdAtMs ?? 0) - TOLERANCE_MS &&
        blockTimeMs <= intent.expiresAtMs + TOLERANCE_MS,
    );
    const inTime = acceptable.filter(({ blockTimeMs }) => blockTimeMs <= intent.expiresAtMs);
    const paidCents = (booked?.providerKeys ?? []).flatMap((key) => paid.get(key) ?? []);
    return { intent, booked, inTime, acceptable, paidCents };
  });
};

/**
 * A kill between the event that a payout is sent and the sending itself leaves a payout that the bank does not know.
 * The service sends it again only when the bank must have noticed its key: safe, and slower than a storm.
 */
const isCutOff = (
  { books: { orders }, killedAtMs, readAtMs }: Outcome,
  { status, providerKeys, dispatchedAtMs }: BookedIntent,
): boolean =>
  status === 'PROCESSING' &&
  dispatchedAtMs !== null &&
  readAtMs <= dispatchedAtMs + SENT_AGAIN_WITHIN_MS &&
  killedAtMs.some((atMs) => dispatchedAtMs <= atMs && atMs <= dispatchedAtMs + CALL_MS) &&
  !orders.some(({ providerKey }) => providerKeys.includes(providerKey));

const honestPaidOnce = (judged: readonly Judged[], outcome: Outcome): Check =>
  checkOf(
    'each honest payment in time is paid once',
    judged.flatMap(({ intent, booked, inTime, paidCents }) => {
      if (inTime.length === 0 || (booked !== undefined && isCutOff(outcome, booked))) return [];
      const [only] = paidCents;
      if (paidCents.length === 1 && only === intent.payoutCents && booked?.status === 'COMPLETED') return [];
      const deposits = inTime.map(({ depositId }) => depositId).join(', ');
      return [`${intent.intentId} is ${booked?.status ?? 'unknown'}, paid ${String(paidCents)}: ${deposits}`];
    }),
  );

const expiredRightly = (judged: readonly Judged[]): Check =>
  checkOf(
    'what expired had no honest payment in time',
    judged
      .filter(({ booked, inTime }) => booked?.status === 'EXPIRED' && inTime.length > 0)
      .map(({ intent }) => intent.intentId),
  );

const nothingOpen = (outcome: Outcome): Check => {
  const { books, opened } = outcome;
  return checkOf('nothing is left open', [
    ...opened.filter(({ intentId }) => !books.intents.has(intentId)).map(({ intentId }) => `${intentId} is unknown`),
    // Payments of unknown intents too, whose answer was lost.
    ...[...books.intents.values()]
      .filter((intent) => intent.status !== 'COMPLETED' && intent.status !== 'EXPIRED' && !isCutOff(outcome, intent))
      .map(({ intentId, status }) => `${intentId} is ${status}`),
    ...[...books.deposits.values()]
      .filter(({ end }) => end === 'OBSERVED' || end === 'FINAL')
      .map(({ depositId, end }) => `${depositId} is ${end}`),
  ]);
};

const isEnded = (deposit: BookedDeposit | undefined): boolean =>
  deposit?.end === 'MATCHED' || (deposit?.end === 'UNMATCHED' && deposit.reason !== null);

/** A foreign token is no money, unless it carries one of our memos. */
const mustBeAccounted = ({ assetId, memo }: TrueMovement): boolean => assetId !== null || memo.startsWith(OUR_PREFIX);

const accounted = ({ truth, books }: Outcome): Check => {
  const missing = truth.filter(
    (movement) => mustBeAccounted(movement) && !isEnded(books.deposits.get(movement.depositId)),
  );
  const counted = new Map(books.dust.map((row) => [row.height, row]));
  const byHeight = groupBy(missing, ({ height }) => height);
  const objections = [...byHeight].flatMap(([height, movements]) => {
    const dust = counted.get(height);
    const sum = movements.reduce((total, { amountBaseUnits }) => total + amountBaseUnits, 0n);
    const isDust = movements.every(({ memo }) => memo === '');
    if (isDust && dust?.transfers === movements.length && dust.baseUnits === sum) return [];
    const shown = movements.slice(0, 3).map(({ depositId }) => depositId);
    return [`block ${height}: ${movements.length} movements, among them ${shown.join(', ')}`];
  });
  return checkOf('every movement to the receiver is accounted for', objections);
};

const nothingInvented = ({ truth, books }: Outcome): Check => {
  const known = new Map(truth.map((movement) => [movement.depositId, movement]));
  const invented = [...books.deposits.values()].filter(
    (deposit) => isEnded(deposit) && known.get(deposit.depositId)?.amountBaseUnits !== deposit.amountBaseUnits,
  );
  return checkOf(
    'every deposit that ended is on the chain',
    invented.map(({ depositId, end }) => `${depositId} is ${end}`),
  );
};

const nothingTwice = (judged: readonly Judged[], { books }: Outcome): Check => {
  const known = new Set([...books.intents.values()].flatMap(({ providerKeys }) => providerKeys));
  const accepted = [...books.intents.values()].flatMap(({ acceptedDepositId }) => acceptedDepositId ?? []);
  const repeated = accepted.filter((depositId, index) => accepted.indexOf(depositId) !== index);
  return checkOf('nothing is paid twice', [
    ...judged.filter(({ paidCents }) => paidCents.length > 1).map(({ intent }) => intent.intentId),
    ...books.orders
      .filter(({ providerKey }) => !known.has(providerKey))
      .map(({ providerKey }) => `order ${providerKey}`),
    ...repeated.map((depositId) => `${depositId} serves two intents`),
  ]);
};

const nothingUnfounded = (judged: readonly Judged[]): Check =>
  checkOf(
    'nothing is paid without a final deposit of its own',
    judged.flatMap(({ intent, booked, acceptable, paidCents }) => {
      if (paidCents.length === 0) return [];
      const isFounded = acceptable.some(({ depositId }) => depositId === booked?.acceptedDepositId);
      return isFounded ? [] : [`${intent.intentId} by ${booked?.acceptedDepositId ?? 'nothing'}`];
    }),
  );

const surplusOwed = (judged: readonly Judged[], { truth }: Outcome): Check => {
  const amounts = new Map(truth.map(({ depositId, amountBaseUnits }) => [depositId, amountBaseUnits]));
  return checkOf(
    'what was paid too much is owed back',
    judged.flatMap(({ intent, booked }) => {
      const paid = amounts.get(booked?.acceptedDepositId ?? '');
      if (paid === undefined || booked?.surplusBaseUnits === paid - intent.amountBaseUnits) return [];
      return [`${intent.intentId}: ${paid - intent.amountBaseUnits} too much, ${booked?.surplusBaseUnits ?? 0n} owed`];
    }),
  );
};

const inboxComplete = ({ books, inbox }: Outcome): Check => {
  const unmatched = [...books.deposits.values()].filter(({ end }) => end === 'UNMATCHED').map((row) => row.depositId);
  const missing = unmatched.filter((depositId) => !inbox.has(depositId));
  return checkOf('the operator sees what matched nothing', missing);
};

const haltedRightly = ({ books, finalHistoryChanged, historyForgotten, quoteStatus }: Outcome): Check => {
  const name = 'a network halts when its final history changed, and only then';
  const halted = books.finalityViolations > 0;
  if (!finalHistoryChanged) {
    const refused = isGood({ status: quoteStatus }) || historyForgotten ? [] : [`a quote is answered ${quoteStatus}`];
    return checkOf(name, [...(halted ? ['it halted'] : []), ...refused]);
  }
  const offered = isGood({ status: quoteStatus }) ? ['it still gives quotes'] : [];
  return checkOf(name, [...(halted ? [] : ['it did not halt']), ...offered]);
};

const gapSeen = ({ books: { gaps }, historyForgotten }: Outcome): Check =>
  checkOf(
    'a gap in history is an alarm, and only then',
    gaps > 0 === historyForgotten ? [] : [`${gaps} gaps are reported`],
  );

const machineryWhole = ({ endedByItself, parkedStreams, opened, wanted }: Outcome): Check =>
  checkOf('the program stayed up and was used', [
    ...(endedByItself > 0 ? [`the service ended by itself ${endedByItself} times`] : []),
    ...(parkedStreams > 0 ? [`${parkedStreams} streams are parked`] : []),
    ...(opened.length < wanted * LEAST_OPENED_SHARE ? [`${opened.length} of ${wanted} intents could be opened`] : []),
  ]);

/** Every check, in the order in which a person would ask. Once final history changed or is gone only safety can be asked for. */
export const settleBooks = (outcome: Outcome): readonly Check[] => {
  const judged = judge(outcome);
  const safe = [
    nothingTwice(judged, outcome),
    nothingUnfounded(judged),
    haltedRightly(outcome),
    gapSeen(outcome),
    machineryWhole(outcome),
  ];
  if (outcome.finalHistoryChanged || outcome.historyForgotten) return safe;
  return [
    honestPaidOnce(judged, outcome),
    expiredRightly(judged),
    accounted(outcome),
    nothingInvented(outcome),
    nothingOpen(outcome),
    surplusOwed(judged, outcome),
    inboxComplete(outcome),
    ...safe,
  ];
};
