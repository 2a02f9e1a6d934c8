import type { RunInfo } from '../../../infra/run-file';
import type { Config } from '../../config';

/**
 * True when both stores are the service's own: no variable names a store, and a service that runs on the data directory
 * has brought its database (only such a database has a role for readers).
 */
export const isEmbeddedMode = (
  { DATABASE_URL, EVENTSTORE_URL }: Pick<Config, 'DATABASE_URL' | 'EVENTSTORE_URL'>,
  running: Pick<RunInfo, 'readerUrl'> | null,
): boolean =>
  DATABASE_URL === undefined && EVENTSTORE_URL === undefined && (running === null || running.readerUrl !== undefined);
