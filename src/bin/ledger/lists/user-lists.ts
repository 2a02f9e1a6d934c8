import { type Command, Option } from 'commander';
import type { Mode } from '../../../../aggregates/partner/events';
import { rejection } from '../../../../aggregates/rejection';
import { findLastOfType } from '../../../../read-models/operators/audit-trail';
import { findAnyUser, listUsersOf } from '../../../../read-models/operators/operator-lists';
import { findPartner } from '../../../../read-models/partners/partners';
import type { Query } from '../../../../read-models/table';
import { findStandings, type UserRow } from '../../../../read-models/users/users';
import { type UserItem, userItem } from '../../../reads/people/user-item';
import type { Session } from '../../wiring/session';
import { whoOf } from '../audit';
import {
  inSession,
  mustSayWhy,
  type OperatorOptions,
  operatorContext,
  print,
  untilCaughtUp,
  withOperator,
} from '../operator';
import { type PageOptions, pageOf, printPage, withPaging } from './paging';

const MODES = ['live', 'sandbox'] as const satisfies readonly Mode[];

export const addUserLists = (user: Command): void => {
  withPaging(user.command('list <partnerId>'))
    .description('list the users of a partner, newest first; personal data is masked')
    .addOption(new Option('--mode <mode>', 'only those of this mode').choices(MODES))
    .action(list);
  withOperator(user.command('show <userId>'))
    .description('show the status of a user and its decision; personal data is masked')
    .option(
      '--reveal',
      'show personal data; the access is recorded in the stream of the user; needs --actor and --reason',
    )
    .action(show);
};

const lineOf = ({ userId, mode, kycStatus, wallet, externalUserId, isErased, createdAt }: UserItem): string => {
  const held = wallet === null ? '' : `  ${wallet.blockchain}:${wallet.pubkey}`;
  const named = externalUserId === null ? '' : `  external id ${externalUserId}`;
  return `${userId}  ${mode.padEnd(7)}  ${isErased ? 'ERASED' : kycStatus}  ${createdAt}${held}${named}`;
};

const list = async (partnerId: string, options: PageOptions & { readonly mode?: Mode }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const { query } = adapters.ports;
    if ((await findPartner(query, partnerId)) === null) throw rejection('NOT_FOUND', 'No such partner');
    const modes = options.mode === undefined ? MODES : [options.mode];
    const rows = await listUsersOf(query, { ...options, partnerId, modes });
    const standings = await findStandings(query, rows?.map(({ user_id: userId }) => userId) ?? []);
    const itemOf = (row: UserRow): UserItem => userItem(row, standings);
    const page = pageOf(rows, options.limit, { cursorOf: ({ user_id: userId }) => userId, itemOf });
    printPage(options, page, { lineOf, none: 'No users' });
  });

const show = async (userId: string, options: OperatorOptions & { readonly reveal?: boolean }): Promise<void> => {
  const reason = options.reveal === true ? mustSayWhy('user show --reveal', options) : null;
  await inSession(async (session) => {
    const { query } = session.adapters.ports;
    await untilCaughtUp(session);
    const row = await findAnyUser(query, userId);
    if (row === null) throw rejection('USER_NOT_FOUND', 'No such user');
    const masked = userItem(row, await findStandings(query, [userId]));
    const opened = reason === null ? {} : await reveal(session, { userId, reason }, options);
    const kycDecision = await lastDecision(query, userId);
    const shown = { ...masked, ...opened, kycDecision };
    print(options.json, shown, [lineOf(shown), `of partner ${shown.partnerId}`, decisionLine(kycDecision)]);
  });
};

const reveal = async (
  session: Session,
  asked: { readonly userId: string; readonly reason: string },
  options: OperatorOptions,
): Promise<Pick<UserItem, 'externalUserId'>> => {
  const { value: externalUserId } = await session.service.openPersonalData(
    { ...asked, field: 'externalUserId' },
    await operatorContext(session, options, 'open'),
  );
  return { externalUserId };
};

/** Latest KYC decision: who, when and why; null when there is none. */
const lastDecision = async (query: Query, userId: string) => {
  const row = await findLastOfType(query, `user-${userId}`, 'KycStatusChanged');
  if (row === null) return null;
  const { status } = row.data;
  return {
    status: typeof status === 'string' ? status : null,
    at: row.at,
    by: whoOf(row),
    reason: row.reason,
    eventId: row.event_id,
  };
};

const decisionLine = (decision: Awaited<ReturnType<typeof lastDecision>>): string => {
  if (decision === null) return 'KYC has no decision yet';
  const why = decision.reason === null ? '' : ` (${decision.reason})`;
  return `${decision.status ?? 'decided'} at ${decision.at} by ${decision.by}${why}`;
};
