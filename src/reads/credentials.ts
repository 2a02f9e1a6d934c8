import { findKeyHolders } from '../../read-models/api-keys';
import { findTokenHolders } from '../../read-models/users';
import type { Credentials } from '../http/deps';
import { gathered } from './gathered';
import { createSigners, type SignerPorts } from './signers';

/** Whose a credential is, and how its owner stands now. Requests that come at once share their queries. */
export const createCredentials = (ports: SignerPorts): Credentials => {
  const { query } = ports;
  const findTokenHolder = gathered((userIds: readonly string[]) => findTokenHolders(query, userIds));
  return {
    keyHolder: gathered((keyHashes: readonly string[]) => findKeyHolders(query, keyHashes)),
    signers: createSigners(ports),
    tokenHolder: async ({ uid, partnerId, mode, pubkey }) => {
      const holder = await findTokenHolder(uid);
      if (holder?.partner_id !== partnerId || holder.mode !== mode) return null;
      // A token for a wallet that the user had before must not act for the one that came after.
      return pubkey === null || pubkey === holder.pubkey ? holder : null;
    },
  };
};
