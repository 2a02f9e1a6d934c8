import type { VerifyWallet } from '../../../commands/wallet-login/wallet-login';
import { hexOf } from '../encodings/signature-encodings';

const SIGNATURE_BYTES = 65;
const SIGNATURE_LENGTH = 2 + SIGNATURE_BYTES * 2;

/** Message signing V2, without a node: the SDK recovers the signer's address. */
export const verifyTron: VerifyWallet = async ({ address, challenge, signature: text }) => {
  const signature = hexOf(text, SIGNATURE_BYTES);
  if (signature?.length !== SIGNATURE_LENGTH) return false;
  const { utils } = await import('tronweb');
  return utils.message.verifyMessage(challenge, signature) === address;
};
