import type { ChallengeTerms } from '../../../../commands/wallet-login/wallet-login';
import { plainChallenge } from '../../challenge';
import type { LoginSite } from '../../family';
import { checksummedAddress } from './identifiers';

/** EIP-4361: wallets warn when the domain differs from the site. */
export const evmChallenge = (terms: ChallengeTerms, site: LoginSite): string => {
  const { network, address } = terms.wallet;
  if (network.chainId === null) return plainChallenge(terms, site);
  return [
    `${site.domain} wants you to sign in with your Ethereum account:`,
    checksummedAddress(address),
    '',
    `Log in to ${terms.instanceId} with your wallet on ${network.name}. This signature moves nothing and costs nothing.`,
    '',
    `URI: ${site.url}`,
    'Version: 1',
    `Chain ID: ${network.chainId}`,
    `Nonce: ${terms.nonce}`,
    `Issued At: ${terms.issuedAt}`,
    `Expiration Time: ${terms.expiresAt}`,
  ].join('\n');
};
