export interface OnChainMemo {
  /** Where the memo goes in a transaction of this network. */
  memoType: 'CALLDATA' | 'SPL_MEMO' | 'MEMO_HASH' | 'DATA' | 'MEMO';
  /** Byte for byte. */
  memoValue: string;
}
