/** Hex of an HMAC that reveals no value. */
export type IdentityDigest = (kind: 'EMAIL' | 'SUBJECT', value: string) => string;

/** Values that the way back must carry or prove. */
export interface IdentityFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface IdentityAccount {
  readonly issuer: string;
  /** The issuer's name for the person. */
  readonly subject: string;
  /** Null: the provider names none, or has not verified it. */
  readonly verifiedEmail: string | null;
}

export interface IdentityProvider {
  /** For the button, such as `accounts.example`. */
  readonly host: string;
  /** Where the browser goes. Refuses PROVIDER_FAILURE. */
  readonly begin: () => Promise<{ readonly url: string; readonly flow: IdentityFlow }>;
  /**
   * Trades the code of the way back for the account. Refuses SIGN_IN_REFUSED for an answer that is not to this flow, and
   * PROVIDER_FAILURE.
   */
  readonly finish: (flow: IdentityFlow, query: string) => Promise<IdentityAccount>;
}
