import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readIfThere } from '../../data-directory';

const recordShape = z.object({ home: z.string().min(1) });

/** The database must be stopped. */
export function removeDataDirectory(dataDir: string): void {
  const record = readIfThere(path.join(dataDir, 'postgres.json'));
  if (record !== null) {
    const { home } = recordShape.parse(JSON.parse(record));
    fs.rmSync(path.resolve(dataDir, home), { recursive: true, force: true });
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
}
