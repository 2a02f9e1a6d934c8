import type { Mode } from '../../aggregates/partner/events';
import { invalidField } from '../../aggregates/rejection';
import type { KeyVault } from '../ports/key-vault';

export interface UserReference {
  readonly partnerId: string;
  readonly mode: Mode;
  /** Our user id, or the partner's own. */
  readonly uid: string | null;
  readonly pubkey: string | null;
}

export interface FindUserDeps {
  readonly vault: Pick<KeyVault, 'find'>;
  /** Whether the user exists within (partner, mode). */
  readonly isUser: (reference: { partnerId: string; mode: Mode; userId: string }) => Promise<boolean>;
  /** The users with this address on any chain, at most two. */
  readonly usersByPubkey: (reference: { partnerId: string; mode: Mode; pubkey: string }) => Promise<readonly string[]>;
}

/** The user meant by uid, then external id, then address, within (partner, mode); null when there is none. */
export const findUserId =
  (deps: FindUserDeps) =>
  async (reference: UserReference): Promise<string | null> => {
    const byUid = await findByUid(deps, reference);
    if (reference.pubkey === null) return byUid;
    const byPubkey = await deps.usersByPubkey({ ...reference, pubkey: reference.pubkey });
    if (reference.uid === null) {
      if (byPubkey.length > 1) throw invalidField('pubkey', 'belongs to users on two chains; name the uid');
      return byPubkey[0] ?? null;
    }
    if (byUid === null || byPubkey.length === 0) return null;
    if (!byPubkey.includes(byUid)) throw invalidField('pubkey', 'belongs to another user than uid');
    return byUid;
  };

const findByUid = async (deps: FindUserDeps, { partnerId, mode, uid }: UserReference): Promise<string | null> => {
  if (uid === null) return null;
  if (await deps.isUser({ partnerId, mode, userId: uid })) return uid;
  return deps.vault.find({ partnerId, mode, kind: 'EXTERNAL_USER_ID', value: uid });
};
