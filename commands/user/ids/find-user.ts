import type { Mode } from '../../../aggregates/partner/events';
import { invalidField } from '../../../aggregates/rejection';
import type { Sealed } from '../../../aggregates/sealed';
import type { KeyVault } from '../../ports/key-vault';
import { mayBeUserId } from './user-ids';

export interface UserReference {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly uid: string | null;
  readonly pubkey: string | null;
}

export interface FindUserDeps {
  readonly vault: Pick<KeyVault, 'find' | 'open'>;
  readonly userNamed: (reference: {
    partnerId: string;
    mode: Mode;
    userId: string;
  }) => Promise<{ readonly externalUserId: Sealed | null } | null>;
  /** With this address on any chain, at most two. */
  readonly usersByPubkey: (reference: { partnerId: string; mode: Mode; pubkey: string }) => Promise<readonly string[]>;
}

/** By uid, then external id, then address, within (partner, mode). Refuses VALIDATION_ERROR when ambiguous. */
export const findUserId =
  (deps: FindUserDeps) =>
  async (reference: UserReference): Promise<string | null> => {
    const byUid = await findByUid(deps, reference);
    if (reference.pubkey === null) return byUid;
    const byPubkey = await deps.usersByPubkey({ ...reference, pubkey: reference.pubkey });
    if (reference.uid === null) {
      if (byPubkey.length > 1) throw invalidField('pubkey', 'belongs to users on two chains: give the uid');
      return byPubkey[0] ?? null;
    }
    if (byUid === null || byPubkey.length === 0) return null;
    if (!byPubkey.includes(byUid)) throw invalidField('pubkey', 'does not belong to the user with this uid');
    return byUid;
  };

const findByUid = async (deps: FindUserDeps, { partnerId, mode, uid }: UserReference): Promise<string | null> => {
  if (uid === null) return null;
  const [named, byExternalId] = await Promise.all([
    mayBeUserId(uid) ? deps.userNamed({ partnerId, mode, userId: uid }) : null,
    findByExternalId(deps)({ partnerId, mode }, uid),
  ]);
  if (named !== null && byExternalId !== null && byExternalId !== uid) {
    throw invalidField('uid', 'is the userId of one user and the externalUserId of another');
  }
  return named === null ? byExternalId : uid;
};

/** The look-up alone is not enough: the user may have given the id up. */
export const findByExternalId =
  ({ vault, userNamed }: Pick<FindUserDeps, 'vault' | 'userNamed'>) =>
  async (
    { partnerId, mode }: Pick<UserReference, 'partnerId' | 'mode'>,
    externalUserId: string,
  ): Promise<string | null> => {
    const userId = await vault.find({ partnerId, mode, kind: 'EXTERNAL_USER_ID', value: externalUserId });
    const known = userId === null ? null : await userNamed({ partnerId, mode, userId });
    if (known === null) return null;
    if (known.externalUserId === null) return userId;
    return (await vault.open(known.externalUserId)) === externalUserId ? userId : null;
  };
