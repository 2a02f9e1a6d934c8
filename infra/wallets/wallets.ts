import { isMustWait, type VerifyWallet } from '../../commands/wallet-login/wallet-login';
import type { CallContract } from '../chains/call-contract';
import { FAMILIES } from '../chains/families';

export interface WalletOptions {
  /** For EIP-1271; null when contract wallets cannot be asked. */
  readonly callContract: CallContract | null;
  /** Somebody's nonsense, or a node that is away: never what was signed. */
  readonly onTrouble: (error: unknown) => void;
}

/** How each family proves a login. The SDKs are loaded with the first login of their family. */
export const createWalletVerifier =
  ({ callContract, onTrouble }: WalletOptions): VerifyWallet =>
  async (login) => {
    try {
      return await FAMILIES[login.network.family].walletVerifier(callContract)(login);
    } catch (error) {
      if (isMustWait(error)) throw error;
      onTrouble(error);
      return false;
    }
  };
