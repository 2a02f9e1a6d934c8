/** AES-256-GCM: `box` is base64 of nonce (12 bytes), ciphertext, tag (16 bytes). Unreadable without the key. */
export type Sealed = SealedUnderSubjectKey | SealedUnderOwnKey;

/** Still read, but no longer written: its key opens every such value of the subject. */
export interface SealedUnderSubjectKey {
  readonly sealed: 1;
  readonly subjectId: string;
  readonly box: string;
}

/** Under a key derived from the subject's key and the nonce, which opens this value only. */
export interface SealedUnderOwnKey {
  readonly sealed: 2;
  readonly subjectId: string;
  readonly box: string;
  /** Base64 of SHA-256("lastro commitment v2", the value's key). */
  readonly commitment: string;
}
