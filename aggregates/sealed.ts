/**
 * AES-256-GCM under one subject's key (design: domain, section 2): `box` is base64 of nonce (12 bytes), ciphertext and
 * tag (16 bytes). Once the key is destroyed nobody can open the box, and streams still fold.
 */
export interface Sealed {
  readonly sealed: 1;
  readonly subjectId: string;
  readonly box: string;
}
