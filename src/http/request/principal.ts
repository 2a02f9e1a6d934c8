import type { Operator } from '../../../aggregates/operator/operators';
import type { Mode } from '../../../aggregates/partner/events';
import type { Sealed } from '../../../aggregates/sealed';
import type { KycStatus, Wallet } from '../../../aggregates/user/events';
import type { SignedInMember } from '../../../commands/partner/members/sign-in';
import type { ConsoleSession } from '../../../commands/ports/console-sessions';

/** The authenticated caller. Paths, queries and bodies cannot change it. */
export type Principal = PartnerPrincipal | UserPrincipal;

export interface PartnerPrincipal {
  readonly kind: 'partner';
  readonly partnerId: string;
  readonly mode: Mode;
  readonly credential: PartnerCredential;
  /** The partner's own limit; 0 for no limit, null for the default. */
  readonly requestsPerMinute: number | null;
}

export type PartnerCredential =
  | { readonly kind: 'API_KEY'; readonly keyId: string }
  | { readonly kind: 'HMAC' }
  | ({ readonly kind: 'MEMBER' } & SignedInMember);

export interface UserPrincipal {
  readonly kind: 'user';
  /** For an unregistered address: a placeholder id without a user. */
  readonly userId: string;
  /** The proven address, on the wallet surface; null for a partner's users. */
  readonly wallet: (Wallet & { readonly isRegistered: boolean }) | null;
  readonly partnerId: string;
  readonly mode: Mode;
  /** The user's current wallet; null when none is linked. */
  readonly pubkey: string | null;
  /** Read live on every call. */
  readonly kycStatus: KycStatus;
  readonly feeMarkupBasisPoints: number;
  /** Features of the partner, read live. */
  readonly features: Readonly<Record<string, boolean>>;
  readonly externalUserId?: Sealed;
}

/** Namespace of per-principal data such as idempotency keys. All keys of a partner share it. */
export const principalKeyOf = (principal: Principal): string =>
  principal.kind === 'user' ? userKeyOf(principal) : partnerKeyOf(principal);

/** Namespace of a partner and its users. */
export const partnerKeyOf = ({ partnerId, mode }: Pick<Principal, 'partnerId' | 'mode'>): string =>
  `partner:${partnerId}:${mode}`;

/** A wallet's key does not change at its registration, so that its first quote can be repeated. */
const userKeyOf = ({ partnerId, mode, userId, wallet }: UserPrincipal): string =>
  wallet === null
    ? `user:${partnerId}:${mode}:${userId}`
    : `wallet:${partnerId}:${mode}:${wallet.blockchain}:${wallet.pubkey}`;

/** The caller on the operators' door, and on no other. */
export interface OperatorPrincipal {
  readonly kind: 'operator';
  readonly operator: Operator;
  /** Null by key. */
  readonly session: ConsoleSession | null;
}
