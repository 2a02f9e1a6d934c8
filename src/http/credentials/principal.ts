import type { Mode } from '../../../aggregates/partner/events';
import type { Sealed } from '../../../aggregates/sealed';
import type { KycStatus, Wallet } from '../../../aggregates/user/events';

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
  /** Of an address without a user: one that stands for it, and that nobody has. */
  readonly userId: string;
  /** The address that was proved, on the wallet's surface; null for the partner's users. */
  readonly wallet: (Wallet & { readonly isRegistered: boolean }) | null;
  readonly partnerId: string;
  readonly mode: Mode;
  /** The user's wallet as it is now; null when none is linked. */
  readonly pubkey: string | null;
  /** Read live on every call. */
  readonly kycStatus: KycStatus;
  readonly feeMarkupBasisPoints: number;
  /** The partner's own id of the user; absent when there is none. */
  readonly externalUserId?: Sealed;
}

/** The namespace of everything that is kept per principal, such as idempotency keys. All keys of a partner share it. */
export const principalKeyOf = (principal: Principal): string =>
  principal.kind === 'user' ? userKeyOf(principal) : partnerKeyOf(principal);

/** What a partner and its users share. */
export const partnerKeyOf = ({ partnerId, mode }: Pick<Principal, 'partnerId' | 'mode'>): string =>
  `partner:${partnerId}:${mode}`;

/** A wallet's is the same before and after it is registered, so that its first quote can be repeated. */
const userKeyOf = ({ partnerId, mode, userId, wallet }: UserPrincipal): string =>
  wallet === null
    ? `user:${partnerId}:${mode}:${userId}`
    : `wallet:${partnerId}:${mode}:${wallet.blockchain}:${wallet.pubkey}`;
