import fs from 'node:fs';
import path from 'node:path';

/** The nearest directory above `from` with a package.json; locates files that are not compiled. */
export function projectRoot(from: string = __dirname): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) throw new Error(`no package.json exists above ${from}`);
  }
}
