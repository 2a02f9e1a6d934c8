/** Something that the text names. */
export interface OpsHit {
  kind:
    | ('CASHOUT' | 'CASHIN' | 'WITHDRAW' | 'QUOTE' | 'DEPOSIT' | 'USER' | 'PARTNER' | 'KYC_SESSION')
    | ('DELIVERY' | 'NETWORK' | 'OTHER');
  id: string;
  /** The kind of name by which the text finds the hit. */
  by: 'ID' | 'TRANSACTION' | 'EXTERNAL_ID' | 'WALLET' | 'REFERENCE' | 'END_TO_END_ID' | 'CHARGE' | 'NAME';
  /** Status of a payment; null for everything else. */
  status: string | null;
  partnerId: string | null;
  partnerName: string | null;
  mode: string | null;
  since: string;
}

export interface OpsHits {
  /** At most 20: exact names first, then ids that begin with the text. */
  hits: OpsHit[];
  /** There are more than are shown. */
  hasMore: boolean;
}
