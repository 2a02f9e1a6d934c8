export const HALT_SCOPES = ['METHOD', 'PROVIDER', 'NETWORK', 'PAYEE'] as const;

/** New payouts of a method, by a provider, of what came on a network, or to a payee. */
export interface Halt {
  readonly scope: (typeof HALT_SCOPES)[number];
  /** Of PAYEE: the HMAC of its key. */
  readonly value: string;
}

/** PayoutsHalted -> PayoutsResumed -> PayoutsHalted again. Who and why is in the metadata. */
export type HaltEvent =
  | { readonly type: 'PayoutsHalted'; readonly data: Halt & { readonly haltedAt: string } }
  | { readonly type: 'PayoutsResumed'; readonly data: Halt & { readonly resumedAt: string } };
