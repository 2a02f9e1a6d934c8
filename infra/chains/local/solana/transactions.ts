export interface LandedTransaction {
  readonly signature: string;
  readonly version: 'legacy' | 0 | 1;
  readonly wire: Buffer;
  /** All accounts, also those of lookup tables and of inner instructions. */
  readonly accounts: readonly string[];
  readonly memo: string | null;
  readonly err: unknown;
  readonly meta: object;
}

export interface RecordedTransaction extends LandedTransaction {
  readonly slot: number;
  readonly blockTimeSeconds: number;
  readonly order: number;
}

export interface SignaturesAsked {
  readonly limit: number;
  /** Exclusive; null: from the newest. */
  readonly before: string | null;
  /** Exclusive; null: to the oldest. */
  readonly until: string | null;
}

export interface Transactions {
  readonly transaction: (signature: string) => RecordedTransaction | null;
  readonly transactionsIn: (slot: number) => readonly RecordedTransaction[];
  readonly transactionsOf: (account: string, asked: SignaturesAsked) => readonly RecordedTransaction[];
}

interface WrittenTransactions extends Transactions {
  readonly record: (landed: LandedTransaction, block: Pick<RecordedTransaction, 'slot' | 'blockTimeSeconds'>) => void;
}

const addTo = <Key>(lists: Map<Key, RecordedTransaction[]>, key: Key, recorded: RecordedTransaction): void => {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [recorded]);
  else known.push(recorded);
};

/** Drops the history before the first slot. */
export const createTransactions = (firstSlot: () => number): WrittenTransactions => {
  const bySignature = new Map<string, RecordedTransaction>();
  const byAccount = new Map<string, RecordedTransaction[]>();
  const bySlot = new Map<number, RecordedTransaction[]>();

  const transaction = (signature: string): RecordedTransaction | null => {
    const found = bySignature.get(signature) ?? null;
    return found === null || found.slot < firstSlot() ? null : found;
  };
  const orderOf = (signature: string): number => transaction(signature)?.order ?? -1;
  return {
    record: (landed, { slot, blockTimeSeconds }) => {
      const recorded = { ...landed, slot, blockTimeSeconds, order: bySignature.size };
      bySignature.set(landed.signature, recorded);
      addTo(bySlot, slot, recorded);
      for (const account of new Set(landed.accounts)) addTo(byAccount, account, recorded);
    },
    transaction,
    transactionsIn: (slot) => bySlot.get(slot) ?? [],
    transactionsOf: (account, { limit, before, until }) => {
      const newest = before === null ? Number.POSITIVE_INFINITY : orderOf(before);
      const oldest = until === null ? -1 : orderOf(until);
      const isAsked = ({ order, slot }: RecordedTransaction) => order < newest && order > oldest && slot >= firstSlot();
      return (byAccount.get(account) ?? []).filter(isAsked).slice(-limit).reverse();
    },
  };
};
