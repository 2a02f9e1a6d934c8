import type { VerifyWallet, WalletSignature } from '../../../../commands/wallet-login/wallet-login';
import type { CallContract } from '../../call-contract';
import { hexOf } from '../../encodings/signature-encodings';

/** A contract wallet's signature may be a list of signatures. */
const LONGEST_SIGNATURE_BYTES = 4_096;
const ACCOUNT_SIGNATURE = /^0x[0-9a-f]{128}1[bc]$/;
/** ERC-6492 suffix: the contract is not deployed, so no call can verify the signature. */
const UNDEPLOYED = '6492'.repeat(16);
const IS_VALID_SIGNATURE = 'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)';
/** A `bytes4` padded to its word; a contract that echoes its input answers more than one word. */
const MAGIC_ANSWER = `0x1626ba7e${'0'.repeat(56)}`;

const isSignedByAccount = async ({ challenge, address }: WalletSignature, signature: string): Promise<boolean> => {
  // Strict: a signature without its last byte would be read as EIP-2098's short form.
  if (!ACCOUNT_SIGNATURE.test(signature)) return false;
  const { verifyMessage } = await import('ethers');
  try {
    return verifyMessage(challenge, signature).toLowerCase() === address;
  } catch {
    return false;
  }
};

const isSignedByContract = async (
  { challenge, address, network, caller }: WalletSignature,
  signature: string,
  callContract: CallContract,
): Promise<boolean> => {
  const { hashMessage, Interface } = await import('ethers');
  const data = new Interface([IS_VALID_SIGNATURE]).encodeFunctionData('isValidSignature', [
    hashMessage(challenge),
    signature,
  ]);
  return (await callContract(network.name, address, data, caller)).toLowerCase() === MAGIC_ANSWER;
};

/** EIP-191 (low s, v 27 or 28), then EIP-1271: an account with code may sign either way (EIP-7702). */
export const verifyEvm =
  (callContract: CallContract | null): VerifyWallet =>
  async (login) => {
    const signature = hexOf(login.signature, LONGEST_SIGNATURE_BYTES);
    if (signature === null || signature.endsWith(UNDEPLOYED)) return false;
    if (await isSignedByAccount(login, signature)) return true;
    return callContract === null || !login.mayAskContract ? false : isSignedByContract(login, signature, callContract);
  };
