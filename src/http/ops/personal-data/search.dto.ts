export interface OpsPersonalSearch {
  /**
   * A CPF, a CNPJ or an e-mail.
   * @minLength 3
   * @maxLength 200
   */
  document: string;
  /** 3 to 500 characters. */
  reason: string;
}

export interface OpsPersonalHits {
  /** Users whose external id it is. */
  hits: OpsPersonalHit[];
}

export interface OpsPersonalHit {
  userId: string;
  partnerId: string;
  partnerName: string;
  mode: string;
  since: string;
}
