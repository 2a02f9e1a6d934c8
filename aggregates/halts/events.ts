export const HALT_SCOPES = ['METHOD', 'PROVIDER', 'NETWORK', 'PAYEE'] as const;

/** New payouts of a method, by a provider, for money from a network, or to a payee. */
export interface Halt {
  readonly scope: (typeof HALT_SCOPES)[number];
  /** For PAYEE: the HMAC of the payee's key. */
  readonly value: string;
}

/** PayoutsHalted -> PayoutsResumed -> PayoutsHalted again. The metadata has the operator and the reason. */
export type HaltEvent =
  | { readonly type: 'PayoutsHalted'; readonly data: Halt & { readonly haltedAt: string } }
  | { readonly type: 'PayoutsResumed'; readonly data: Halt & { readonly resumedAt: string } };
