import type { Mode } from '../../aggregates/partner/events';
import type { Sealed } from '../../aggregates/sealed';

/** An end user as the credential says, never as a request body says. */
export interface UserCaller {
  readonly userId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly pubkey: string | null;
  readonly feeMarkupBasisPoints: number;
  readonly externalUserId?: Sealed;
}
