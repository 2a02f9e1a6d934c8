import { isMustWait, type VerifyWallet, type WriteChallenge } from '../commands/wallet-login/wallet-login';
import type { CallContract } from './chains/call-contract';
import { FAMILIES } from './chains/families';
import type { LoginSite } from './chains/family';

export interface WalletOptions {
  /** For EIP-1271; null when contract wallets cannot be verified. */
  readonly callContract: CallContract | null;
  /** Malformed input or an unreachable node; never contains the signed text. */
  readonly onTrouble: (error: unknown) => void;
}

/** Verifies logins per family; a family's SDK is loaded with its first login. */
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

export const createChallengeWriter =
  (site: LoginSite): WriteChallenge =>
  (terms) =>
    FAMILIES[terms.wallet.network.family].challenge(terms, site);

/** The service's own site; localhost without a base URL. */
export const loginSiteOf = (baseUrl: string | null): LoginSite => {
  const { host, href } = new URL(baseUrl ?? 'http://localhost');
  return { domain: host, url: href };
};
