/** LANDS: happens as ordered. REVERTS: is in a block, without effect. DROPPED: never enters a block. */
export type Fate = 'LANDS' | 'REVERTS' | 'DROPPED';

/** DEPOSIT: to a receiver of ours. CREDIT: out of nothing into a wallet. DEBIT: taken under the wallet's allowance. */
export type TransactionKind = 'DEPOSIT' | 'CREDIT' | 'DEBIT';

export interface SimulatedTransfer {
  /** Partner of the transfer. Each partner has a simulated world of its own, with separate balances of wallets. */
  readonly partnerId: string;
  readonly txid: string;
  readonly kind: TransactionKind;
  readonly fate: Fate;
  readonly assetId: number;
  readonly sender: string;
  readonly receiver: string;
  readonly baseUnits: bigint;
  readonly memo: string | null;
  /** New allowance that the receiver of a CREDIT grants the spender; null: unchanged. */
  readonly allowance: bigint | null;
}

export interface SimulatedTransaction extends SimulatedTransfer {
  /** Above the newest block: it waits. */
  readonly height: bigint;
}

export interface WalletKey {
  readonly partnerId: string;
  readonly wallet: string;
  readonly assetId: number;
}

export interface Holdings {
  readonly balance: bigint;
  readonly allowance: bigint;
}

export interface SimulatedBooks {
  /** Places it into the next or a given later block. A known txid keeps its block. An uncovered debit reverts. */
  readonly place: (transfer: SimulatedTransfer, notBefore?: bigint) => Promise<SimulatedTransaction>;
  readonly find: (txids: readonly string[]) => Promise<ReadonlyMap<string, SimulatedTransaction>>;
  /** All transfers in these blocks to one of these addresses, in order, at most `limit`; waits for writers. */
  readonly arrivals: (between: Between) => Promise<readonly SimulatedTransaction[]>;
  readonly holdings: (key: WalletKey, upTo: bigint) => Promise<Holdings>;
  readonly advance: (partnerId: string, ms: number) => Promise<void>;
  readonly reset: (partnerId: string) => Promise<void>;
}

export interface Between {
  readonly from: bigint;
  readonly to: bigint;
  readonly receivers: readonly string[];
  readonly limit: number;
}
