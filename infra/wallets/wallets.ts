import { isMustWait, type VerifyWallet, type WriteChallenge } from '../../commands/wallet-login/wallet-login';
import type { CallContract } from '../chains/call-contract';
import { FAMILIES } from '../chains/families';
import type { LoginSite } from '../chains/family';

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

/** What each family signs to log in at the site. */
export const createChallengeWriter =
  (site: LoginSite): WriteChallenge =>
  (terms) =>
    FAMILIES[terms.wallet.network.family].challenge(terms, site);

/** The site that its own address names; without one the machine itself, which is nobody else's. */
export const loginSiteOf = (baseUrl: string | null): LoginSite => {
  const { host, href } = new URL(baseUrl ?? 'http://localhost');
  return { domain: host, url: href };
};
