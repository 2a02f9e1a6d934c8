import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '../../../../infra/project-root';
import type { Door } from './door';

export const USER = 'lastro';
const GROUP = 'ledger';
export const PASSWORD_BYTES = 16;
const GRANT_TIMEOUT_MS = 20_000;

export interface Admission {
  readonly door: Door;
  /** Of the leader. */
  readonly port: number;
  readonly adminUrl: string;
  /** Of the service's user. */
  readonly password: string;
}

/** Posted to `/users/` of the leader. */
export const userOf = (password: string) => ({ loginName: USER, fullName: USER, groups: [GROUP], password });

/**
 * For `node --input-type=module`, in the folder of the service, with `$ADMIN_URL`. By default $all is for administrators
 * alone, and whoever is known may delete streams too. Repeatable, since the event keeps its id.
 */
export const GRANT = [
  "import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';",
  'const client = EventStoreDBClient.connectionString(process.env.ADMIN_URL);',
  "await client.setStreamMetadata('$all', { acl: { readRoles: ['$admins', 'ledger'] } });",
  "const acl = { $r: 'ledger', $w: 'ledger', $d: '$admins', $mr: 'ledger', $mw: '$admins' };",
  "const id = '5f2b8f0a-6d0c-4c57-9d55-0f5f7a1c9b3e';",
  "const update = jsonEvent({ id, type: 'update', data: { $userStreamAcl: acl } });",
  "await client.appendToStream('$settings', [update], { expectedRevision: 'no_stream' });",
  'await client.dispose();',
];

const exists = ({ door, port }: Admission): Promise<boolean> =>
  door.ask(port, { path: `/users/${USER}` }).then(
    () => true,
    () => false,
  );

/** One user in one group, which may read and append streams and read `$all`. Repeatable. */
export const admit = async (admission: Admission): Promise<void> => {
  const { door, port, adminUrl, password } = admission;
  if (!(await exists(admission))) await door.ask(port, { path: '/users/', body: userOf(password) });
  const env = { PATH: process.env['PATH'], ADMIN_URL: adminUrl };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', GRANT.join('\n')], {
    ...{ cwd: projectRoot(), env, timeout: GRANT_TIMEOUT_MS },
  });
};
