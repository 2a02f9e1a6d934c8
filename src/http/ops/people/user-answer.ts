import { invalidField, rejection } from '../../../../aggregates/rejection';
import { listEventsAbout } from '../../../../read-models/operators/audit-trail';
import { findAnyUser, listUsersOf, partnerNamesOf } from '../../../../read-models/operators/operator-lists';
import { readKnownTo } from '../../../../read-models/operators/payment-facts';
import { type KycSessionRow, kycSessionsPage } from '../../../../read-models/users/kyc-sessions';
import { findStandings, type UserRow } from '../../../../read-models/users/users';
import { type Standings, userItem } from '../../../reads/people/user-item';
import { type Page, page } from '../../envelope';
import type { OpsDeps } from '../ops-deps';
import { eventOf } from '../payments/timeline-answer';
import type { OpsKycSession, OpsShownUser, OpsUser, OpsUsersQuery } from './users.dto';

type Deps = Pick<OpsDeps, 'query'>;

const DEFAULT_LIMIT = 50;
const MOST_SESSIONS = 50;
const MOST_EVENTS = 200;

/** Users of a partner, newest first, without erased ones. Refuses a cursor that is no user of the partner. */
export const usersAnswer = async ({ query }: Deps, asked: OpsUsersQuery): Promise<Page<OpsUser>> => {
  const { partner: partnerId, mode, limit = DEFAULT_LIMIT, cursor } = asked;
  const modes = mode === undefined ? (['live', 'sandbox'] as const) : [mode];
  const rows = await listUsersOf(query, { partnerId, modes, limit, cursor });
  if (rows === null) throw invalidField('cursor', 'is not the id of a user of this partner');
  const standings = await findStandings(
    query,
    rows.map((row) => row.user_id),
  );
  return page(
    rows,
    limit,
    (row) => row.user_id,
    (row) => userOf(row, standings),
  );
};

/** Refuses USER_NOT_FOUND. */
export const userAnswer = async ({ query }: Deps, userId: string): Promise<OpsShownUser> => {
  const knownTo = await readKnownTo(query);
  const row = await findAnyUser(query, userId);
  if (row === null) throw rejection('USER_NOT_FOUND', 'No such user');
  const history = { limit: MOST_EVENTS, after: null, isNewestFirst: true };
  const [standings, names, sessions, events] = await Promise.all([
    findStandings(query, [userId]),
    partnerNamesOf(query, [row.partner_id]),
    sessionsOf({ query }, row),
    listEventsAbout(query, { streams: [`user-${userId}`], ids: [] }, history),
  ]);
  const types = new Map(events.map((event) => [event.event_id, event.type]));
  return {
    ...userOf(row, standings),
    partnerName: names.get(row.partner_id) ?? row.partner_id,
    ...{ sessions, events: events.map((event) => eventOf(event, types)), knownTo },
  };
};

const sessionsOf = async ({ query }: Deps, row: UserRow): Promise<OpsKycSession[]> => {
  const { partner_id: partnerId, mode, user_id: userId } = row;
  const { text, values } = kycSessionsPage({ partnerId, mode }, { userId, limit: MOST_SESSIONS }, null);
  return (await query<KycSessionRow>(text, values)).slice(0, MOST_SESSIONS).map((session) => ({
    ...{ sessionId: session.session_id, status: session.status, provider: session.provider },
    rejectionReason: session.rejection_reason,
    ...{ createdAt: session.created_at, updatedAt: session.updated_at },
  }));
};

const userOf = (row: UserRow, standings: Standings): OpsUser => {
  const { wallet, externalUserId, ...item } = userItem(row, standings);
  return {
    ...item,
    wallet: wallet === null ? null : { network: wallet.blockchain ?? '', address: wallet.pubkey },
    hasExternalId: externalUserId !== null,
  };
};
