import type { ChallengeTerms } from '../../commands/wallet-login/wallet-login';
import type { LoginSite } from './family';

/** For families without a standard login message. */
export const plainChallenge = ({ wallet, ...terms }: ChallengeTerms, { domain }: LoginSite): string => {
  const { network, address } = wallet;
  return [
    `Sign in to ${terms.instanceId} with your wallet.`,
    '',
    'Purpose: log in. This signature moves nothing and costs nothing.',
    `Domain: ${domain}`,
    `Blockchain: ${network.name}${network.chainId === null ? '' : ` (${network.chainId})`}`,
    `Address: ${address}`,
    `Nonce: ${terms.nonce}`,
    `Issued At: ${terms.issuedAt}`,
    `Expires At: ${terms.expiresAt}`,
  ].join('\n');
};
