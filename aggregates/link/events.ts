import type { Digits } from '../money';
import type { Mode } from '../partner/events';
import type { Sealed } from '../sealed';

/** LinkCreated -> LinkRemoved: a payment code under an address that a partner may publish. */
export type LinkEvent =
  | { readonly type: 'LinkCreated'; readonly data: LinkCreated }
  | { readonly type: 'LinkRemoved'; readonly data: LinkRemoved };

export interface LinkCreated {
  /** 128 random bits: every holder of the code may see the payment. */
  readonly linkCode: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** Sealed under the partner's key, since a payment code may hold a PIX key. */
  readonly invoiceCode: Sealed;
  /** Null when the payer chooses. */
  readonly amountCents: Digits | null;
  readonly assetId: number | null;
  readonly description: Sealed | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface LinkRemoved {
  readonly linkCode: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly removedAt: string;
}
