import type { Digits } from '../money';
import type { Mode } from '../partner/events';
import type { Sealed } from '../sealed';

/** LinkCreated -> LinkRemoved: a code to be paid, under an address that a partner may hand out. */
export type LinkEvent =
  | { readonly type: 'LinkCreated'; readonly data: LinkCreated }
  | { readonly type: 'LinkRemoved'; readonly data: LinkRemoved };

export interface LinkCreated {
  /** 128 random bits: whoever has it may see what is to be paid. */
  readonly linkCode: string;
  readonly partnerId: string;
  readonly mode: Mode;
  /** What is to be paid; it may hold a PIX key, so it is sealed under the partner's key. */
  readonly invoiceCode: Sealed;
  /** Null when the payer chooses. */
  readonly amountCents: Digits | null;
  /** The asset that the link proposes; null when the payer chooses. */
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
