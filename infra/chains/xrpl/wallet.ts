import type { VerifyWallet } from '../../../commands/wallet-login/wallet-login';
import { hexOf } from '../encodings/signature-encodings';

const LONGEST_SIGNATURE_BYTES = 72;
const PUBLIC_KEY_BYTES = 33;

const upperHex = (text: string | null, mostBytes: number): string | null =>
  text === null ? null : (hexOf(text, mostBytes)?.slice(2).toUpperCase() ?? null);

/** Any key verifies its own signature, so the key must derive the address. Longer signed transactions (Xaman) fail. */
export const verifyXrpl: VerifyWallet = async ({ address, challenge, signature: text, publicKey: keyText }) => {
  const signature = upperHex(text, LONGEST_SIGNATURE_BYTES);
  const publicKey = upperHex(keyText, PUBLIC_KEY_BYTES);
  if (signature === null || publicKey === null) return false;
  const { deriveAddress, verifyKeypairSignature } = await import('xrpl');
  if (deriveAddress(publicKey) !== address) return false;
  return verifyKeypairSignature(Buffer.from(challenge, 'utf8').toString('hex').toUpperCase(), signature, publicKey);
};
