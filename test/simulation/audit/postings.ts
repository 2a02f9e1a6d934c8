/** Accounts of the journal, each kept once a payment, deposit or PIX. */
export type AccountKind =
  | 'treasury'
  | 'suspense'
  | 'exchange'
  | 'payable'
  | 'in-flight'
  | 'bank'
  | 'fees:platform'
  | 'fees:partner'
  | 'fees:network'
  | 'partner-due'
  | 'cashin-suspense'
  | 'deliverable'
  | 'in-delivery'
  | 'refunds-due'
  | 'refund-in-flight'
  | 'returned'
  | 'blocked'
  | 'costs'
  | 'losses'
  | 'written-off';

export interface Account {
  readonly kind: AccountKind;
  /** The payment, deposit or PIX. */
  readonly of: string;
}

export interface Posting extends Account {
  /** BRL in cents, an asset's id in base units. */
  readonly asset: string;
  /** Debit positive, credit negative. */
  readonly amount: bigint;
}

export const BRL = 'BRL';

export const account = (kind: AccountKind, of: string): Account => ({ kind, of });

/** `X -> Y n` of the design: n on the debit of X, and on the credit of Y. */
export const move = (
  debited: Account,
  credited: Account,
  asset: string | number,
  amount: string | bigint,
): readonly Posting[] => {
  const moved = BigInt(amount);
  if (moved === 0n) return [];
  return [
    { ...debited, asset: String(asset), amount: moved },
    { ...credited, asset: String(asset), amount: -moved },
  ];
};

/** The other way round. */
export const back = (postings: readonly Posting[]): readonly Posting[] =>
  postings.map((posting) => ({ ...posting, amount: -posting.amount }));
