import type { VerifyWallet } from '../../../commands/wallet-login/wallet-login';
import { decodeBase58 } from '../encodings/base58';
import { base58Bytes, base64Bytes } from '../encodings/signature-encodings';

const SIGNATURE_BYTES = 64;

/** A small-order key "signs" everything; a program's address is off the curve and has no key. */
const isSigningKey = async (key: Uint8Array): Promise<boolean> => {
  const { ed25519 } = await import('@noble/curves/ed25519');
  try {
    return !ed25519.Point.fromHex(key).isSmallOrder();
  } catch {
    return false;
  }
};

/** Strict ed25519 (RFC 8032) over the text's own bytes; envelopes such as Ledger's off-chain one fail. */
export const verifySolana: VerifyWallet = async ({ address, challenge, signature: text }) => {
  const key = decodeBase58(address);
  const signature = base58Bytes(text, SIGNATURE_BYTES) ?? base64Bytes(text, SIGNATURE_BYTES);
  if (key === null || signature === null || !(await isSigningKey(key))) return false;
  const { ed25519 } = await import('@noble/curves/ed25519');
  return ed25519.verify(signature, Buffer.from(challenge, 'utf8'), key, { zip215: false });
};
