import type { Mode } from '../../aggregates/partner/events';
import type { Sealed } from '../../aggregates/sealed';

/** An end user by the credential, never by a request body. */
export interface UserCaller {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly pubkey: string | null;
  readonly feeMarkupBasisPoints: number;
  readonly externalUserId?: Sealed;
}
