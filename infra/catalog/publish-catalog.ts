import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PublicCatalog } from './public-catalog';

/** The name under which clients look for the catalog (specification, part 4.D). */
export const CATALOG_FILE_NAME = 'gateway-config-latest.json';

/** Everybody may read it: it is made for a web server. */
const READABLE = 0o644;

/**
 * Writes the catalog into a folder for static hosting and answers the file's path. The file is replaced as a whole, so
 * that a reader meets the old catalog or the new one. Throws when the folder cannot be written to.
 */
export const publishCatalog = (folder: string, catalog: PublicCatalog): string => {
  const file = path.join(folder, CATALOG_FILE_NAME);
  const temporary = `${file}.${randomBytes(6).toString('hex')}.new`;
  fs.mkdirSync(folder, { recursive: true });
  try {
    fs.writeFileSync(temporary, `${JSON.stringify(catalog)}\n`, { mode: READABLE, flag: 'wx' });
    // Whatever the umask of this process forbids.
    fs.chmodSync(temporary, READABLE);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  return file;
};
