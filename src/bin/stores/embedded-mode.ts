import type { RunInfo } from '../../../infra/run-file';
import type { Config } from '../../config';

/**
 * Whether both stores are the service's own: nobody else's variables name one, and a running service on the data directory
 * has brought its database (only such a one comes with a role for readers).
 */
export const isEmbeddedMode = (
  { DATABASE_URL, EVENTSTORE_URL }: Pick<Config, 'DATABASE_URL' | 'EVENTSTORE_URL'>,
  running: Pick<RunInfo, 'readerUrl'> | null,
): boolean =>
  DATABASE_URL === undefined && EVENTSTORE_URL === undefined && (running === null || running.readerUrl !== undefined);
