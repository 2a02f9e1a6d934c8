import { EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client';
import { guardClient } from '../../../infra/event-store/client/client-guards';
import type { Door } from './door';

export const USER = 'lastro';
const GROUP = 'ledger';
export const PASSWORD_BYTES = 16;

export interface Admission {
  readonly door: Door;
  /** Of the leader. */
  readonly port: number;
  readonly adminUrl: string;
  /** Of the service's user. */
  readonly password: string;
}

const exists = ({ door, port }: Admission): Promise<boolean> =>
  door.ask(port, { path: `/users/${USER}` }).then(
    () => true,
    () => false,
  );

const SETTINGS = '$settings';
const ADMINS = '$admins';

/** Whoever appends may not delete, nor say what a stream hides. */
const settings = () =>
  jsonEvent({
    type: 'update',
    data: { $userStreamAcl: { $r: GROUP, $w: GROUP, $d: ADMINS, $mr: GROUP, $mw: ADMINS } },
  });

const isEmpty = async (client: EventStoreDBClient): Promise<boolean> => {
  try {
    for await (const _event of client.readStream(SETTINGS, { maxCount: 1 })) return false;
    return true;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return true;
    throw error;
  }
};

/**
 * One user in one group, which may read and append streams and read `$all`. By default whoever is known may delete
 * streams too, and `$all` is for administrators alone. Repeatable.
 */
export const admit = async (admission: Admission): Promise<void> => {
  const { door, port, adminUrl, password } = admission;
  if (!(await exists(admission))) {
    await door.ask(port, {
      path: '/users/',
      body: { loginName: USER, fullName: USER, groups: [GROUP], password },
    });
  }
  const { client, close } = guardClient(EventStoreDBClient.connectionString(adminUrl));
  try {
    await client.setStreamMetadata('$all', { acl: { readRoles: [ADMINS, GROUP] } });
    if (await isEmpty(client)) await client.appendToStream(SETTINGS, [settings()], { expectedRevision: 'no_stream' });
  } finally {
    await close();
  }
};
