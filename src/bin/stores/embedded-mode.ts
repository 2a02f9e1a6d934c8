import type { RunInfo } from '../../../infra/run-file';
import type { Config } from '../../config';

/** Both stores are embedded: no variable names one, and only an embedded database has a role for readers. */
export const isEmbeddedMode = (
  { DATABASE_URL, EVENTSTORE_URL }: Pick<Config, 'DATABASE_URL' | 'EVENTSTORE_URL'>,
  running: Pick<RunInfo, 'readerUrl'> | null,
): boolean =>
  DATABASE_URL === undefined && EVENTSTORE_URL === undefined && (running === null || running.readerUrl !== undefined);
