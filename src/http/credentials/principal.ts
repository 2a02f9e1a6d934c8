import type { Mode } from '../../../aggregates/partner/events';
import type { KycStatus } from '../../../aggregates/user/events';

/** Who asks, as the credential says. Nothing in a path, a query or a body can change it. */
export type Principal = PartnerPrincipal | UserPrincipal;

export interface PartnerPrincipal {
  readonly kind: 'partner';
  readonly partnerId: string;
  readonly mode: Mode;
  readonly credential: PartnerCredential;
  /** Its own limit in place of everybody's; 0 for none, null when it has none of its own. */
  readonly requestsPerMinute: number | null;
}

/** What the partner proved itself with. */
export type PartnerCredential = { readonly kind: 'API_KEY'; readonly keyId: string } | { readonly kind: 'HMAC' };

export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** The user's wallet as it is now; null when none is linked. */
  readonly pubkey: string | null;
  /** Read live on every call. */
  readonly kycStatus: KycStatus;
  readonly feeMarkupBasisPoints: number;
}

/** The namespace of everything that is kept per principal, such as idempotency keys. All keys of a partner share it. */
export const principalKeyOf = (principal: Principal): string =>
  principal.kind === 'user'
    ? `user:${principal.partnerId}:${principal.mode}:${principal.userId}`
    : partnerKeyOf(principal);

/** What a partner and its users share. */
export const partnerKeyOf = ({ partnerId, mode }: Pick<Principal, 'partnerId' | 'mode'>): string =>
  `partner:${partnerId}:${mode}`;
