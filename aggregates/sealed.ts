/**
 * AES-256-GCM under one subject's key: `box` is base64 of nonce (12 bytes), ciphertext and
 * tag (16 bytes). Once the key is destroyed nobody can open the box, and streams still fold.
 */
export type Sealed = SealedUnderSubjectKey | SealedUnderOwnKey;

/** Read for ever, written no more: whoever has its key has every such value of the subject. */
export interface SealedUnderSubjectKey {
  readonly sealed: 1;
  readonly subjectId: string;
  readonly box: string;
}

/** Under a key that is derived from the subject's key and the nonce, and opens this one value. */
export interface SealedUnderOwnKey {
  readonly sealed: 2;
  readonly subjectId: string;
  readonly box: string;
  /** Base64 of SHA-256("lastro commitment v2", the value's key). */
  readonly commitment: string;
}
