import { type KeyObject, verify } from 'node:crypto';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { headerOf } from './equal';

export interface RsaScheme {
  readonly signatureHeader: string;
  /** All keys that the provider publishes now; read for each callback, since they change. */
  readonly publicKeys: () => readonly KeyObject[];
}

const BASE64 = /^[A-Za-z0-9+/]{64,1400}={0,2}$/;

/** RSA-SHA256 over the raw bytes, without a time: a repetition is recognised by its id or its bytes. */
export const rsaScheme =
  ({ signatureHeader, publicKeys }: RsaScheme): CallbackSource['isAuthentic'] =>
  (callback) => {
    const text = headerOf(callback, signatureHeader);
    if (!BASE64.test(text)) return false;
    const signature = Buffer.from(text, 'base64');
    return publicKeys().some((key) => isSignedBy(key, callback.body, signature));
  };

/** A key of another kind verifies nothing. */
const isSignedBy = (key: KeyObject, body: Uint8Array, signature: Buffer): boolean =>
  key.asymmetricKeyType === 'rsa' && verify('RSA-SHA256', body, key, signature);
