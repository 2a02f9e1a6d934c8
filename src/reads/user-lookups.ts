import type { Mode } from '../../aggregates/partner/events';
import type { Sealed } from '../../aggregates/sealed';
import { partnerReader } from '../../read-models/reader';
import type { Query } from '../../read-models/table';
import { findUser, findUsersByPubkey } from '../../read-models/users';

/** How `findUserId` and its like look: within one partner and mode. */
export const userLookups = (query: Query) => ({
  userNamed: async ({ partnerId, mode, userId }: { partnerId: string; mode: Mode; userId: string }) => {
    const row = await findUser(partnerReader(query, { partnerId, mode }), userId);
    return row === null ? null : { externalUserId: row.external_user_id as unknown as Sealed | null };
  },
  usersByPubkey: async ({ partnerId, mode, pubkey }: { partnerId: string; mode: Mode; pubkey: string }) =>
    (await findUsersByPubkey(partnerReader(query, { partnerId, mode }), pubkey)).map(({ user_id }) => user_id),
});
