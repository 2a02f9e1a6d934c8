import type { Command } from 'commander';
import { findUserConflicts, type UserConflict } from '../../../commands/user/ids/find-user-conflicts';
import { inParallel } from '../../../commands/watching/in-parallel';
import { createSubjectLookups } from '../../../infra/vault/lookups/subject-lookups';
import { listUserIds } from '../../../read-models/operators/operator-lists';
import type { Session } from '../wiring/session';
import { inSession, print } from './operator';

/** Users per look-up query. */
const BATCH = 500;
const AT_ONCE = 8;

export const addUserConflicts = (user: Command): void => {
  user
    .command('conflicts')
    .description(
      'list users whose look-ups of wallets and external ids find a different user (a fault of older versions); exits with 1 if any exist',
    )
    .option('--json', 'print only JSON on stdout')
    .action(showConflicts);
};

const showConflicts = async (options: { readonly json?: boolean }): Promise<void> => {
  const conflicts = await inSession(findAll);
  print(options.json, conflicts, conflicts.length === 0 ? ['No conflicts'] : conflicts.map(lineOf));
  if (conflicts.length > 0) process.exitCode = 1;
};

const findAll = async ({ adapters }: Session): Promise<readonly UserConflict[]> => {
  const { query, eventStore, vault } = adapters.ports;
  const { lookupsOf, digestsOf } = createSubjectLookups(adapters.batchPool, adapters.cipher);
  const find = findUserConflicts({ eventStore, vault, digestsOf });
  const found: UserConflict[] = [];
  for (let userIds = await listUserIds(query, '', BATCH); userIds.length > 0; ) {
    const lookups = await lookupsOf(userIds);
    await inParallel(AT_ONCE, userIds, async (userId) => {
      found.push(...(await find(userId, lookups.get(userId) ?? [])));
    });
    userIds = await listUserIds(query, userIds.at(-1) ?? '', BATCH);
  }
  return found.sort((left, right) => (left.userId < right.userId ? -1 : 1));
};

const WORDS: Readonly<Record<UserConflict['problem'], string>> = {
  ALIAS: 'is found by an id that its stream does not contain',
  NAMES_ANOTHER: 'has an id that leads to another user',
  NOT_FOUND: 'has an id that leads to no user',
};

const lineOf = ({ userId, partnerId, mode, problem, kind, foundUserId, digest }: UserConflict): string => {
  const other = problem === 'NAMES_ANOTHER' ? `: ${foundUserId}` : '';
  const what = kind === null ? '' : ` (${kind})`;
  return `${userId}  ${mode}  of partner ${partnerId}  ${WORDS[problem]}${what}${other}  look-up ${digest.slice(0, 16)}`;
};
