import { createHash } from 'node:crypto';
import type { SeenMovement } from '../chain';
import type { Mode } from '../partner/events';
import type { CashoutTerms } from '../quote/events';
import type { Candidate, SetAside, UnmatchedReason } from './events';

export const RULE_VERSION = 2;

/** The part of a movement that the rule reads. An unknown block time counts as in time, an absent mode as any mode. */
export type Paid = Pick<
  SeenMovement,
  | 'network'
  | 'receiver'
  | 'assetId'
  | 'amountBaseUnits'
  | 'memos'
  | 'movements'
  | 'unsupported'
  | 'blockTime'
  | 'mode'
  | 'isOwn'
>;

type Terms = Pick<
  CashoutTerms,
  'memo' | 'network' | 'receiver' | 'assetId' | 'amountBaseUnits' | 'expiresAt' | 'blockTimeToleranceSeconds'
>;

export interface PayableIntent extends Terms {
  readonly intentId: string;
  readonly createdAt: string;
  readonly mode: Mode | null;
  /** ACCEPTED: the intent took a deposit. CLOSED: the stream was lost before that. */
  readonly status: 'PENDING' | 'ACCEPTED' | 'EXPIRED' | 'CLOSED';
}

export interface Verdict {
  readonly intentId: string | null;
  readonly reason: UnmatchedReason | null;
  readonly candidates: readonly Candidate[];
  readonly inTime: boolean;
}

/** Hex SHA-256. A Stellar transaction carries the hash itself, written `sha256:<hex>`. */
export const memoHashOf = (memo: string): string =>
  memo.startsWith('sha256:') ? memo.slice('sha256:'.length) : createHash('sha256').update(memo, 'utf8').digest('hex');

export const isNamed = (paid: Pick<Paid, 'memos'>, intent: Pick<PayableIntent, 'memo'>): boolean =>
  paid.memos.some((memo) => memoHashOf(memo) === memoHashOf(intent.memo));

/** True when both modes are known and differ: one side is not real money. */
export const isOfOtherMode = (paid: Pick<Paid, 'mode'>, intent: Pick<PayableIntent, 'mode'>): boolean =>
  paid.mode !== undefined && intent.mode !== null && paid.mode !== intent.mode;

export const isWithinWindow = (paid: Paid, intent: PayableIntent): boolean => {
  if (paid.blockTime === null) return true;
  const paidMs = Date.parse(paid.blockTime);
  const toleranceMs = intent.blockTimeToleranceSeconds * 1000;
  return paidMs >= Date.parse(intent.createdAt) - toleranceMs && paidMs <= Date.parse(intent.expiresAt) + toleranceMs;
};

interface Clause<Sides extends readonly unknown[]> {
  readonly reason: UnmatchedReason;
  /** The name by which an operator sets the clause aside; absent: the clause always holds. */
  readonly setAside?: SetAside;
  readonly refuses: (...sides: Sides) => boolean;
}

type OfBoth = Clause<[paid: Paid, intent: PayableIntent]>;

/** `unsupported` of coin that only a balance shows: its memo is unknown. */
export const UNEXPLAINED_RISE = 'UNEXPLAINED_RISE';

const OF_TRANSACTION: readonly Clause<[paid: Paid]>[] = [
  { reason: 'OWN_TRANSFER', refuses: ({ isOwn }) => isOwn === true },
  {
    reason: 'UNSUPPORTED_TRANSFER',
    setAside: 'UNSUPPORTED_TRANSFER',
    refuses: ({ unsupported }) => unsupported === UNEXPLAINED_RISE,
  },
  { reason: 'NO_MEMO', setAside: 'MEMO', refuses: ({ memos }) => memos.length === 0 },
  {
    reason: 'AMBIGUOUS',
    setAside: 'AMBIGUITY',
    refuses: ({ memos, movements }) => memos.length > 1 || movements > 1,
  },
];

const OF_MEMO: readonly OfBoth[] = [
  { reason: 'UNKNOWN_MEMO', setAside: 'MEMO', refuses: (paid, intent) => !isNamed(paid, intent) },
  {
    reason: 'UNSUPPORTED_TRANSFER',
    setAside: 'UNSUPPORTED_TRANSFER',
    refuses: ({ unsupported }) => unsupported !== null,
  },
];

const OF_INTENT: readonly OfBoth[] = [
  {
    reason: 'WRONG_NETWORK',
    refuses: (paid, intent) => paid.network !== intent.network || isOfOtherMode(paid, intent),
  },
  { reason: 'WRONG_NETWORK', setAside: 'RECEIVER', refuses: (paid, intent) => paid.receiver !== intent.receiver },
  { reason: 'WRONG_ASSET', refuses: (paid, intent) => paid.assetId !== intent.assetId },
  { reason: 'DUPLICATE', refuses: (_paid, { status }) => status === 'ACCEPTED' },
  { reason: 'INTENT_CLOSED', refuses: (_paid, { status }) => status === 'EXPIRED' || status === 'CLOSED' },
  {
    reason: 'UNDERPAID',
    refuses: (paid, intent) => BigInt(paid.amountBaseUnits) < BigInt(intent.amountBaseUnits),
  },
  { reason: 'LATE', setAside: 'BLOCK_TIME', refuses: (paid, intent) => !isWithinWindow(paid, intent) },
];

const firstRefusal = <Sides extends readonly unknown[]>(
  clauses: readonly Clause<Sides>[],
  aside: readonly SetAside[],
  ...sides: Sides
): UnmatchedReason | null =>
  clauses.find(({ setAside, refuses }) => !(setAside !== undefined && aside.includes(setAside)) && refuses(...sides))
    ?.reason ?? null;

/** The only rule of payment by a final movement; null: it pays the intent. Operators may set clauses aside. */
export const refusalOf = (
  paid: Paid,
  intent: PayableIntent | null,
  setAside: readonly SetAside[] = [],
): UnmatchedReason | null => {
  const ofTransaction = firstRefusal(OF_TRANSACTION, setAside, paid);
  if (ofTransaction !== null || intent === null) return ofTransaction ?? 'UNKNOWN_MEMO';
  return firstRefusal([...OF_MEMO, ...OF_INTENT], setAside, paid, intent);
};

/** The intent that a final movement pays, or the reason why there is none. Only intents that its memos name count. */
export const judgeDeposit = (paid: Paid, issued: readonly PayableIntent[]): Verdict => {
  const named = issued.filter((intent) => isNamed(paid, intent));
  const [first] = named;
  const reason = refusalOf(paid, first ?? null);
  if (reason === 'OWN_TRANSFER') return { intentId: null, reason, candidates: [], inTime: false };
  if (reason === null) return { intentId: first?.intentId ?? null, reason, candidates: [], inTime: false };
  const judged = named.map((intent) => ({ intent, against: firstRefusal(OF_INTENT, [], paid, intent) }));
  return {
    intentId: null,
    reason,
    candidates: judged.map(({ intent, against }) => ({ intentId: intent.intentId, reason: against ?? reason })),
    inTime: judged.some(({ intent, against }) => against === 'INTENT_CLOSED' && isWithinWindow(paid, intent)),
  };
};

export interface Obstacles {
  /** The first that an operator cannot set aside; null: the deposit may be assigned. */
  readonly refusal: UnmatchedReason | null;
  readonly setAside: readonly SetAside[];
}

export const obstaclesBetween = (paid: Paid, intent: PayableIntent): Obstacles => {
  const against = [
    ...OF_TRANSACTION.filter(({ refuses }) => refuses(paid)),
    ...[...OF_MEMO, ...OF_INTENT].filter(({ refuses }) => refuses(paid, intent)),
  ];
  return {
    refusal: against.find(({ setAside }) => setAside === undefined)?.reason ?? null,
    setAside: [...new Set(against.flatMap(({ setAside }) => setAside ?? []))],
  };
};
