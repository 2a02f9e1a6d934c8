import { createHash } from 'node:crypto';

/** Roles are server-wide, so each database has its own. */
export const readerRoleOf = (databaseName: string): string =>
  `lastro_reader_${createHash('sha256').update(databaseName).digest('hex').slice(0, 12)}`;
