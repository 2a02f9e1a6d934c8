import type { BaseUnits } from '../../aggregates/money';
import type { CashoutTerms } from '../../aggregates/quote/events';
import type { DepositToPlay } from '../ports/providers/sandbox-controls';

export type PayableTerms = Pick<CashoutTerms, 'memo' | 'receiver' | 'assetId' | 'amountBaseUnits' | 'expiresAt'>;

type Played = Omit<DepositToPlay, 'partnerId'>;

interface Kind {
  readonly ends: string;
  /** Transfers on the network; another asset is of the same network. */
  readonly play: (exact: Played, terms: PayableTerms, otherAssetId: number) => readonly Played[];
}

const amounting = (exact: Played, baseUnits: BaseUnits): readonly Played[] => [{ ...exact, baseUnits }];

/** Tests and documentation are made from this table. */
export const DEPOSIT_KINDS = {
  exact: { ends: 'the intent is COMPLETED', play: (exact) => [exact] },
  underpaid: {
    ends: 'a tenth is missing: unmatched, UNDERPAID',
    play: (exact) => amounting(exact, (exact.baseUnits * 9n) / 10n),
  },
  overpaid: {
    ends: 'the intent is COMPLETED, and the tenth that is too much is a refund due',
    play: (exact) => amounting(exact, exact.baseUnits + exact.baseUnits / 10n + 1n),
  },
  late: {
    ends: 'in the first block after the deadline: the intent expires, and it is unmatched, LATE or INTENT_CLOSED',
    play: (exact, { expiresAt }) => [{ ...exact, after: expiresAt }],
  },
  'wrong-memo': {
    ends: 'one letter too much: unmatched, UNKNOWN_MEMO',
    play: (exact, { memo }) => [{ ...exact, memo: `${memo}x` }],
  },
  'wrong-asset': {
    ends: 'another asset of the network: unmatched, WRONG_ASSET',
    play: (exact, _terms, otherAssetId) => [{ ...exact, assetId: otherAssetId }],
  },
  duplicate: {
    ends: 'twice: the intent is COMPLETED, and the other is unmatched, DUPLICATE',
    play: (exact) => [exact, exact],
  },
  reverted: {
    ends: 'is seen, and gone before it is final: REVERTED, and the intent stays PENDING',
    play: (exact) => [{ ...exact, fate: 'REVERTS' }],
  },
} satisfies Readonly<Record<string, Kind>>;

export type DepositKind = keyof typeof DEPOSIT_KINDS;

export const depositsOf = (kind: DepositKind, terms: PayableTerms, otherAssetId: number): readonly Played[] => {
  const { receiver, assetId, amountBaseUnits, memo } = terms;
  const exact: Played = { receiver, assetId, baseUnits: BigInt(amountBaseUnits), memo, fate: 'LANDS', after: null };
  return (DEPOSIT_KINDS[kind] as Kind).play(exact, terms, otherAssetId);
};
