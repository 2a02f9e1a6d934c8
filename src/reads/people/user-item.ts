import { type findStandings, shownKycStatus, type UserRow } from '../../../read-models/users/users';

export type Standings = Awaited<ReturnType<typeof findStandings>>;

const MASK = '***';

/** A user as an operator sees it: wallets are public, the partner's external id is masked. */
export const userItem = (row: UserRow, standings: Standings) => ({
  userId: row.user_id,
  partnerId: row.partner_id,
  mode: row.mode,
  kycStatus: standings.get(row.user_id) ?? shownKycStatus(row),
  wallet: row.pubkey === null ? null : { blockchain: row.blockchain, pubkey: row.pubkey },
  externalUserId: row.external_user_id === null ? null : MASK,
  isErased: row.erased,
  createdAt: row.created_at,
});

export type UserItem = ReturnType<typeof userItem>;
