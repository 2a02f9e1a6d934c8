import type { SeenMovement } from '../chain';
import type { Digits } from '../money';
import {
  isNamed,
  isOfOtherMode,
  isWithinWindow,
  type Obstacles,
  obstaclesBetween,
  type Paid,
  type PayableIntent,
} from './matching';

export interface PossibleIntent extends PayableIntent {
  readonly isOfSender: boolean;
  readonly isOfWallet: boolean;
}

/** MENTIONED: the memo is somewhere in the call. IN_TIME: the block time is within the intent's window. */
export type Likeness = 'MEMO' | 'MENTIONED' | 'EQUAL_AMOUNT' | 'COVERED_AMOUNT' | 'SENDER' | 'WALLET' | 'IN_TIME';

export interface RankedCandidate extends Obstacles {
  readonly intentId: string;
  readonly status: PayableIntent['status'];
  readonly amountBaseUnits: Digits;
  readonly expiresAt: string;
  readonly because: readonly Likeness[];
}

export const MOST_CANDIDATES = 10;

type Unmatched = Paid & Pick<SeenMovement, 'mentions'>;

const isMentioned = ({ mentions = [] }: Unmatched, { memo }: PayableIntent): boolean => mentions.includes(memo);

const amountOf = (paid: Unmatched, intent: PayableIntent): readonly Likeness[] => {
  const surplus = BigInt(paid.amountBaseUnits) - BigInt(intent.amountBaseUnits);
  if (surplus < 0n || paid.assetId !== intent.assetId) return [];
  return [surplus === 0n ? 'EQUAL_AMOUNT' : 'COVERED_AMOUNT'];
};

const likenessOf = (paid: Unmatched, intent: PossibleIntent): readonly Likeness[] => [
  ...(isNamed(paid, intent) ? (['MEMO'] as const) : []),
  ...(isMentioned(paid, intent) ? (['MENTIONED'] as const) : []),
  ...amountOf(paid, intent),
  ...(intent.isOfSender ? (['SENDER'] as const) : []),
  ...(intent.isOfWallet ? (['WALLET'] as const) : []),
  ...(isWithinWindow(paid, intent) ? (['IN_TIME'] as const) : []),
];

const isCovered = (paid: Unmatched, intent: PayableIntent): boolean =>
  paid.network === intent.network && !isOfOtherMode(paid, intent) && amountOf(paid, intent).length > 0;

const isUnpaid = ({ status }: PayableIntent): boolean => status === 'PENDING' || status === 'EXPIRED';

const awayMs = (paid: Unmatched, intent: PayableIntent): number => {
  if (paid.blockTime === null || isWithinWindow(paid, intent)) return 0;
  const paidMs = Date.parse(paid.blockTime);
  return Math.min(Math.abs(paidMs - Date.parse(intent.createdAt)), Math.abs(paidMs - Date.parse(intent.expiresAt)));
};

/** Lower is likelier, element by element. */
const placeOf = (paid: Unmatched, intent: PossibleIntent): readonly number[] => {
  const because = likenessOf(paid, intent);
  const lacks = (likeness: Likeness): number => (because.includes(likeness) ? 0 : 1);
  const isClosed = intent.status === 'PENDING' ? 0 : 1;
  return [
    ...(['MEMO', 'MENTIONED', 'EQUAL_AMOUNT', 'COVERED_AMOUNT', 'SENDER', 'WALLET'] as const).map(lacks),
    ...[isClosed, awayMs(paid, intent)],
  ];
};

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((place, index) => place - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The likeliest first, at most ten: intents that memos or call name, then unpaid ones that the amount covers. */
export const rankCandidates = (paid: Unmatched, possible: readonly PossibleIntent[]): readonly RankedCandidate[] => {
  if (paid.isOwn === true) return [];
  return possible
    .filter(
      (intent) => isNamed(paid, intent) || isMentioned(paid, intent) || (isCovered(paid, intent) && isUnpaid(intent)),
    )
    .map((intent) => ({ intent, place: placeOf(paid, intent) }))
    .sort((one, other) => compare(one.place, other.place) || (one.intent.intentId < other.intent.intentId ? -1 : 1))
    .slice(0, MOST_CANDIDATES)
    .map(({ intent }) => ({
      ...{ intentId: intent.intentId, status: intent.status, amountBaseUnits: intent.amountBaseUnits },
      ...{ expiresAt: intent.expiresAt, because: likenessOf(paid, intent), ...obstaclesBetween(paid, intent) },
    }));
};
