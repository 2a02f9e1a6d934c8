import { createHash } from 'node:crypto';

/** Roles that read for partners' requests and for operators. */
export type ReaderLogin = 'lastro_reader' | 'lastro_ops_reader';

/** Roles are server-wide, so each database has its own. */
export const readerRoleOf = (databaseName: string, login: ReaderLogin = 'lastro_reader'): string =>
  `${login}_${createHash('sha256').update(databaseName).digest('hex').slice(0, 12)}`;
