/**
 * Personal data or a secret, encrypted under the key of one subject (design: domain, section 2).
 * `box` is base64 of nonce (12 bytes), ciphertext and tag (16 bytes), AES-256-GCM; once the subject's key
 * is destroyed nobody can open it, and every stream still folds.
 */
export interface Sealed {
  readonly sealed: 1;
  readonly subjectId: string;
  readonly box: string;
}
