import type { CallbackHint } from './providers/callback-source';

export interface CallbackId {
  /** `<surface>/<provider>`. */
  readonly source: string;
  /** The provider's id of the callback, or `sha256:<hex>` of its body. */
  readonly eventId: string;
}

export interface StoredCallback extends CallbackId {
  readonly hints: readonly CallbackHint[];
  /** First arrival: milliseconds since 1970. */
  readonly receivedAtMs: number;
}

export interface CallbackInbox {
  /** Committed when it resolves. The first callback of an id is kept; later ones change nothing. */
  readonly store: (callback: StoredCallback, body: Uint8Array) => Promise<void>;
  readonly finish: (callback: CallbackId) => Promise<void>;
}
