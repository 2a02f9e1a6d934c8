export interface PlaceDepositRequest {
  /**
   * The id of an intent on the simulated network.
   * @example "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4"
   */
  intentId: string;
  /**
   * How the intent is paid; `late` waits for its deadline.
   * @example "exact"
   */
  kind: 'exact' | 'underpaid' | 'overpaid' | 'late' | 'wrong-memo' | 'wrong-asset' | 'duplicate' | 'reverted';
}

/** @example { "txid": "0x6f1e0c0d5d2f0a3f7a3c3b3e5a1d9c7b2e4f6a8c0d1e2f3a4b5c6d7e8f901234", "minedAt": "2026-11-20T12:00:01.000Z", "finalAt": "2026-11-20T12:00:03.000Z" } */
export interface SimulatedTransactionAnswer {
  txid: string;
  /** Time of its block. */
  minedAt: string;
  finalAt: string;
}

/** @example {"intentId": "bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4", "kind": "exact", "network": "simulated", "transactions": [{"txid": "0x6f1e0c0d5d2f0a3f7a3c3b3e5a1d9c7b2e4f6a8c0d1e2f3a4b5c6d7e8f901234", "minedAt": "2026-11-20T12:00:01.000Z", "finalAt": "2026-11-20T12:00:03.000Z"}]} */
export interface PlacedDepositAnswer {
  intentId: string;
  kind: PlaceDepositRequest['kind'];
  network: string;
  /** In order; the payment follows when they are observed, and final. */
  transactions: SimulatedTransactionAnswer[];
}

export interface CreditWalletRequest {
  /**
   * The id of an asset of the simulated network.
   * @isInt
   * @example 9103
   */
  assetId: number;
  /**
   * Whole units, with decimals.
   * @pattern ^\d{1,15}(\.\d{1,18})?$ must be a decimal of at most 15 digits and 18 decimals
   * @example "250.00"
   */
  amount: string;
  /**
   * The most that the platform may take from then on; by default as before.
   * @pattern ^\d{1,15}(\.\d{1,18})?$ must be a decimal of at most 15 digits and 18 decimals
   * @example "100.00"
   */
  allowance?: string;
}

/** @example {"address": "0x8ba1f109551bd432803012645ac136ddd64dba72", "assetId": 9103, "symbol": "BRLS", "network": "simulated", "amount": "250.00", "allowance": "100.00", "transaction": {"txid": "0x6f1e0c0d5d2f0a3f7a3c3b3e5a1d9c7b2e4f6a8c0d1e2f3a4b5c6d7e8f901234", "minedAt": "2026-11-20T12:00:01.000Z", "finalAt": "2026-11-20T12:00:03.000Z"}} */
export interface CreditedWalletAnswer {
  address: string;
  assetId: number;
  symbol: string;
  network: string;
  amount: string;
  /** Null: as before. */
  allowance: string | null;
  /** The balance counts from when it is final. */
  transaction: SimulatedTransactionAnswer;
}
