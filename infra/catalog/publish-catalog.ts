import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { PublicCatalog } from './public-catalog';

/** Clients ask for this name (specification, part 4.D). */
export const CATALOG_FILE_NAME = 'gateway-config-latest.json';

const READABLE = 0o644;

/** Replaces the catalog file atomically; answers its path. Throws when the folder is not writable. */
export const publishCatalog = (folder: string, catalog: PublicCatalog): string => {
  const file = path.join(folder, CATALOG_FILE_NAME);
  const temporary = `${file}.${randomBytes(6).toString('hex')}.new`;
  fs.mkdirSync(folder, { recursive: true });
  try {
    fs.writeFileSync(temporary, `${JSON.stringify(catalog)}\n`, { mode: READABLE, flag: 'wx' });
    // Independent of the umask.
    fs.chmodSync(temporary, READABLE);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  return file;
};
