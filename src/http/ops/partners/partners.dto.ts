export interface OpsPartnersQuery {
  /**
   * How many, 1 to 200.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
  /** The id of the last partner seen. */
  cursor?: string;
}

export interface OpsPartner {
  partnerId: string;
  name: string;
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  onboardedAt: string;
}

export interface OpsShownPartner extends OpsPartner {
  terms: OpsPartnerTerms;
  modes: OpsPartnerMode[];
}

export interface OpsPartnerTerms {
  /** Empty: any address. */
  ipAllowlist: string[];
  features: { [feature: string]: boolean };
  /** @isInt */
  feeMarkupBasisPoints: number;
  /**
   * 0: no limit; null: the service's limit.
   * @isInt
   */
  requestsPerMinute: number | null;
  cashinDelivery: 'PLATFORM' | 'PARTNER';
  /** Masked. */
  cashinPixKey: string | null;
}

export interface OpsPartnerMode {
  mode: 'live' | 'sandbox';
  keys: OpsApiKey[];
  /** Null: no webhook is sent. */
  destination: OpsDestination | null;
}

/** A key by its ends; the key itself is stored nowhere. */
export interface OpsApiKey {
  keyId: string;
  name: string | null;
  prefix: string;
  last4: string;
  status: 'ACTIVE' | 'REVOKED';
  createdAt: string;
  revokedAt: string | null;
}

export interface OpsDestination {
  url: string;
  /** Empty: every event. */
  events: string[];
}
