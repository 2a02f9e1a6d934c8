import { invalidField } from '../../../aggregates/rejection';
import type { LoginWallet } from '../../../commands/wallet-login/wallet-login';
import type { HttpDeps } from '../deps';
import type { WalletAccount } from './wallet-login.dto';

/** The request's account in canonical form. Throws VALIDATION_ERROR. */
export const loginWalletOf = (
  { address, blockchain }: WalletAccount,
  { loginNetworks, canonicalAddress }: Pick<HttpDeps, 'loginNetworks' | 'canonicalAddress'>,
): LoginWallet => {
  const network = loginNetworks.find(({ name }) => name === blockchain);
  if (network === undefined) throw invalidField('blockchain', 'is not a network of the catalog');
  const canonical = canonicalAddress(network.family, address);
  if (canonical === null) throw invalidField('address', `is not an address of ${blockchain}`);
  return { network, address: canonical };
};
