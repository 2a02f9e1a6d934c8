import { Client } from 'pg';
import { type Durability, readDurability } from '../../postgres/standby';
import { type Finding, fault, notChecked, ok, warning, without } from './finding';
import { judgeClock } from './judge-cluster';

export interface PostgresCheck {
  readonly databaseUrl: string;
  readonly nowMs: () => number;
}

const TIMEOUT_MS = 5_000;

/** A host with several addresses fails with a code and no words of its own. */
const saidBy = (error: unknown, databaseUrl: string): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  const said = code === undefined ? message : `${code} ${message}`;
  return without([passwordOf(databaseUrl), databaseUrl], said.trim());
};

const passwordOf = (databaseUrl: string): string | null => {
  try {
    return decodeURIComponent(new URL(databaseUrl).password);
  } catch {
    return null;
  }
};

/** Never rejects. */
export const checkPostgres = async ({ databaseUrl, nowMs }: PostgresCheck): Promise<readonly Finding[]> => {
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  try {
    const client = new Client({ connectionString: databaseUrl, ...limits });
    // A connection lost between two answers has nobody else to tell.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const askedMs = nowMs();
      const durability = await readDurability(client);
      return judgePostgres(durability, durability.nowMs - askedMs);
    } finally {
      await client.end();
    }
  } catch (error) {
    return [
      fault('PostgreSQL', `it does not answer (${saidBy(error, databaseUrl)}): see that it runs, and DATABASE_URL`),
      notChecked('standby', 'PostgreSQL does not answer'),
    ];
  }
};

export const judgePostgres = (durability: Durability, aheadMs: number): readonly Finding[] => [
  judgeFsync(durability),
  judgeClock("PostgreSQL's clock", 'PostgreSQL', aheadMs),
  judgeStandby(durability),
];

const judgeFsync = ({ fsync, version }: Durability): Finding =>
  fsync
    ? ok('PostgreSQL', version)
    : warning('PostgreSQL', `${version} with fsync off: a power failure loses what it said was kept; set fsync=on`);

/** `local` and `off` do not wait for a standby. */
const WAITS_FOR_STANDBY = ['on', 'remote_write', 'remote_apply'];

const ASYNCHRONOUS =
  'a fail-over may lose the last second, which the event store then knows and PostgreSQL does not: name it in synchronous_standby_names';

const judgeStandby = ({ standbys, synchronousStandbys, synchronousCommit }: Durability): Finding => {
  if (standbys.length === 0) {
    if (synchronousStandbys === '') return ok('standby', 'none follows');
    const waits = `synchronous_standby_names is '${synchronousStandbys}' and none follows: every commit waits`;
    return fault('standby', `${waits}; start the standby, or clear the setting`);
  }
  if (synchronousStandbys === '')
    return warning('standby', `${standbys.length} follow, none synchronously: ${ASYNCHRONOUS}`);
  if (standbys.some(({ syncState }) => syncState === null)) {
    return notChecked('standby', 'this role may not see whether one is synchronous: GRANT pg_monitor to it');
  }
  if (!standbys.some(({ syncState }) => syncState === 'sync' || syncState === 'quorum')) {
    return fault(
      'standby',
      `${standbys.length} follow, none of them is in synchronous_standby_names: every commit waits`,
    );
  }
  if (!WAITS_FOR_STANDBY.includes(synchronousCommit)) {
    return warning('standby', `synchronous_commit is ${synchronousCommit}, so that no commit waits: ${ASYNCHRONOUS}`);
  }
  return ok('standby', 'one follows synchronously');
};
