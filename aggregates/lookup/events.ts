import type { Mode } from '../partner/events';

/** DocumentLookedUp -> DocumentLookedUp: the look-ups of one partner, mode and day. */
export type DocumentLookedUpEvent = { readonly type: 'DocumentLookedUp'; readonly data: DocumentLookedUp };

/** Appended before a registry is asked: a look-up costs money, and reveals personal data. */
export interface DocumentLookedUp {
  readonly lookupsId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly day: string;
  readonly documentType: string;
  readonly country: string;
  /** HMAC-SHA-256 of type, country and number, in hex: equal for equal documents, and reveals none. */
  readonly documentHash: string;
  readonly purpose: 'LOOKUP' | 'VERIFY';
  readonly registry: string;
  readonly lookedUpAt: string;
}
