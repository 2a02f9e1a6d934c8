import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';

const BLOCK_MS = 12_000;
const FINAL_AFTER_MS = 60_000;
const FIRST_BLOCK = 100n;

export const PEGGED = { network: 'ethereum', assetId: 301, symbol: 'BRLA', decimals: 6 } as const;

/** The end of an order; its sender learns it only by asking. */
export type Fate = 'MINED' | 'LATE' | 'DISPLACED' | 'REFUSED';

interface Transaction {
  readonly key: string;
  readonly txid: string;
  readonly nonce: string;
  readonly wallet: string;
  readonly amount: bigint;
  readonly minedAtMs: number;
  readonly fate: Fate;
}

interface Mined extends Transaction {
  readonly hasMoved: boolean;
}

export interface Wallet {
  readonly address: string;
  readonly balance: bigint;
  readonly allowance: bigint;
}

/** The books of a pegged asset: true debits of each wallet. Blocks follow the clock, and are final a minute later. */
export const createPeggedChain = (nowMs: () => number, wallets: readonly Wallet[]) => {
  const startedAtMs = nowMs();
  const waiting: Transaction[] = [];
  const mined: Mined[] = [];
  const spent: { readonly wallet: string; readonly amount: bigint; readonly atMs: number }[] = [];
  const blockAt = (atMs: number): bigint => FIRST_BLOCK + BigInt(Math.floor((atMs - startedAtMs) / BLOCK_MS));
  const isFinalAt = (minedAtMs: number, atMs: number): boolean => blockAt(minedAtMs) <= blockAt(atMs - FINAL_AFTER_MS);
  const isFinal = (minedAtMs: number): boolean => isFinalAt(minedAtMs, nowMs());

  const walletAt = (address: string): Wallet => {
    const found = wallets.find((wallet) => wallet.address === address);
    if (found === undefined) throw new Error(`no wallet ${address}`);
    return found;
  };
  const leftOf = (address: string, counts: (atMs: number) => boolean) => {
    const { balance, allowance } = walletAt(address);
    const taken = mined
      .filter(({ wallet, hasMoved, minedAtMs }) => wallet === address && hasMoved && counts(minedAtMs))
      .reduce((sum, { amount }) => sum + amount, 0n);
    const beside = spent
      .filter(({ wallet, atMs }) => wallet === address && counts(atMs))
      .reduce((sum, { amount }) => sum + amount, 0n);
    return { balance: balance - taken - beside, allowance: allowance - taken };
  };
  const everything = (): boolean => true;
  /** Due blocks take up the waiting transactions, the oldest first. */
  const mine = (): void => {
    const due = waiting
      .filter(({ minedAtMs }) => minedAtMs <= nowMs())
      .sort((one, other) => one.minedAtMs - other.minedAtMs);
    for (const transaction of due) {
      waiting.splice(waiting.indexOf(transaction), 1);
      const { balance, allowance } = leftOf(transaction.wallet, everything);
      const isCovered = transaction.amount <= balance && transaction.amount <= allowance;
      mined.push({ ...transaction, hasMoved: isCovered && transaction.fate !== 'DISPLACED' });
    }
  };
  const known = (key: string): Transaction | undefined =>
    mined.find((each) => each.key === key) ?? waiting.find((each) => each.key === key);

  return {
    blockAt,
    isFinalAt,
    /** Takes one transaction at each nonce: another one there changes nothing. */
    broadcast: (transaction: Transaction): void => {
      mine();
      if (known(transaction.key) === undefined) waiting.push(transaction);
    },
    /** Null: no transaction has arrived. */
    look: (key: string): (Transaction & { readonly end: 'NONE' | 'MOVED' | 'REVERTED' | 'DISPLACED' }) | null => {
      mine();
      const end = mined.find((each) => each.key === key);
      const found = end ?? known(key);
      if (found === undefined) return null;
      if (end === undefined || !isFinal(end.minedAtMs)) return { ...found, end: 'NONE' };
      if (end.fate === 'DISPLACED') return { ...found, end: 'DISPLACED' };
      return { ...found, end: end.hasMoved ? 'MOVED' : 'REVERTED' };
    },
    read: (address: string) => {
      mine();
      const { balance, allowance } = leftOf(address, isFinal);
      const floor = (amount: bigint): string => (amount < 0n ? 0n : amount).toString();
      const blockNumber = blockAt(nowMs() - FINAL_AFTER_MS).toString();
      return { balanceBaseUnits: floor(balance), allowanceBaseUnits: floor(allowance), blockNumber };
    },
    /** The owner of the wallet spends a part beside us. */
    spend: (wallet: string, share: bigint): void => {
      mine();
      const { balance } = leftOf(wallet, everything);
      if (balance > 0n) spent.push({ wallet, amount: balance / share, atMs: nowMs() });
    },
    hasSpent: (address: string): boolean => spent.some(({ wallet }) => wallet === address),
    /** The true debits: those that moved money, and those that did not although they were in a block. */
    debits: (): readonly Mined[] => {
      mine();
      return [...mined];
    },
  };
};

export type PeggedChain = ReturnType<typeof createPeggedChain>;

export const debitOf = (
  { txid, wallet, amount, minedAtMs }: Transaction,
  chain: PeggedChain,
  issuerCents: string | null,
): PeggedDebit => ({
  to: issuerCents === null ? 'TREASURY' : 'ISSUER',
  debitId: `${PEGGED.network}:${txid}:0`,
  network: PEGGED.network,
  ...{ txid, assetId: PEGGED.assetId, wallet, receiver: issuerCents === null ? '0xee' : null },
  ...{ amountBaseUnits: amount.toString(), blockNumber: chain.blockAt(minedAtMs).toString() },
  ...{ blockTime: new Date(minedAtMs).toISOString(), gasBaseUnits: null, issuerCents },
});
