import type { KeyVault } from '../../commands/ports/key-vault';
import { visitorIdOf, walletLookup } from '../../commands/wallet-login/register-wallet';
import { findKeyHolders } from '../../read-models/partners/api-keys';
import { findPartner } from '../../read-models/partners/partners';
import type { Query } from '../../read-models/table';
import { findTokenHolders, type TokenHolder } from '../../read-models/users/users';
import type { Credentials, TokenClaims } from '../credentials';
import { gathered } from './gathered';
import { createSigners, type SignerPorts } from './signers';

export type CredentialPorts = SignerPorts & { readonly vault: Pick<KeyVault, 'find'> };

/** Holders of credentials and their current standing. Concurrent requests share their queries. */
export const createCredentials = (ports: CredentialPorts): Credentials => {
  const { query, vault } = ports;
  const findTokenHolder = gathered((userIds: readonly string[]) => findTokenHolders(query, userIds));
  return {
    keyHolder: gathered((keyHashes: readonly string[]) => findKeyHolders(query, keyHashes)),
    signers: createSigners(ports),
    tokenHolder: async (claims) => {
      const userId = claims.uid ?? (await ownerOf(vault, claims));
      const holder = userId === null ? null : await findTokenHolder(userId);
      if (holder === null) return claims.uid === null ? visitorOf(query, claims) : null;
      if (holder.partner_id !== claims.partnerId || holder.mode !== claims.mode) return null;
      // A token for a former wallet must not act for the current one.
      return claims.pubkey === null || claims.pubkey === holder.pubkey ? holder : null;
    },
  };
};

/** Looked up at every call, so that a later registration or block also limits issued tokens. */
const ownerOf = async (vault: CredentialPorts['vault'], claims: TokenClaims): Promise<string | null> => {
  const { pubkey, blockchain } = claims;
  return pubkey === null || blockchain === undefined ? null : vault.find(walletLookup(claims, { pubkey, blockchain }));
};

/** An address without a user has the standing of a new user. */
const visitorOf = async (query: Query, claims: TokenClaims): Promise<TokenHolder | null> => {
  const { pubkey, blockchain, partnerId, mode } = claims;
  if (pubkey === null || blockchain === undefined) return null;
  const partner = await findPartner(query, partnerId);
  if (partner === null) return null;
  return {
    user_id: visitorIdOf(claims, { pubkey, blockchain }),
    ...{ partner_id: partnerId, mode, pubkey, kyc_status: 'PENDING', blocked: false },
    external_user_id: null,
    partner_status: partner.status,
    ip_allowlist: partner.ip_allowlist,
    fee_markup_basis_points: partner.fee_markup_basis_points,
    features: partner.features,
  };
};
