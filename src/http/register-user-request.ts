import type { ChainFamily } from '../../aggregates/chain';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { Wallet } from '../../aggregates/user/events';
import type { PublicCatalog } from './deps';
import type { RegisterUserRequest } from './users.dto';

/** How an address of each family is written (design: chains); whether anybody holds its key only a signature tells. */
const ADDRESS: Readonly<Record<ChainFamily, RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  stellar: /^G[A-Z2-7]{55}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  xrpl: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
};

/** What a registration means: an external id, a wallet, or both. Throws VALIDATION_ERROR. */
export const registrationOf = (
  body: RegisterUserRequest,
  catalog: PublicCatalog,
): { readonly externalUserId: string | null; readonly wallet: Wallet | null } => {
  const externalUserId = externalUserIdOf(body);
  const wallet = walletOf(body, catalog);
  if (externalUserId === null && wallet === null) {
    const detail = 'one of pubkey and externalUserId is needed';
    throw rejection('VALIDATION_ERROR', detail, { pubkey: detail, externalUserId: detail });
  }
  return { externalUserId, wallet };
};

const externalUserIdOf = ({ externalUserId, uid }: RegisterUserRequest): string | null => {
  if (externalUserId !== undefined && uid !== undefined && uid !== externalUserId) {
    throw invalidField('uid', 'differs from externalUserId, of which it is another name');
  }
  return externalUserId ?? uid ?? null;
};

const walletOf = ({ pubkey, blockchain }: RegisterUserRequest, catalog: PublicCatalog): Wallet | null => {
  if (pubkey === undefined) {
    if (blockchain !== undefined) throw invalidField('pubkey', 'is needed with blockchain');
    return null;
  }
  if (blockchain === undefined) throw invalidField('blockchain', 'is needed with pubkey');
  const network = catalog.networks.find(({ name }) => name === blockchain);
  if (network === undefined) throw invalidField('blockchain', 'is not a network of the catalog');
  if (!ADDRESS[network.family].test(pubkey)) throw invalidField('pubkey', `is not an address of ${blockchain}`);
  return { pubkey, blockchain };
};
