import { createHash } from 'node:crypto';
import type { VerifyWallet } from '../../../commands/wallet-login/wallet-login';
import { base64Bytes } from '../encodings/signature-encodings';

const PREFIX = 'Stellar Signed Message:\n';
const SIGNATURE_BYTES = 64;

export const sep53Hash = (message: string | Buffer): Buffer =>
  createHash('sha256').update(PREFIX, 'utf8').update(message).digest();

/** SEP-53. Refuses texts signed without the prefix; the SDK refuses small-order keys. */
export const verifyStellar: VerifyWallet = async ({ address, challenge, signature: text }) => {
  const signature = base64Bytes(text, SIGNATURE_BYTES);
  if (signature === null) return false;
  const { Keypair } = await import('@stellar/stellar-sdk');
  return Keypair.fromPublicKey(address).verify(sep53Hash(challenge), signature);
};
