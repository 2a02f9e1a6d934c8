import fs from 'node:fs';
import path from 'node:path';

/** The nearest directory above `from` that has a package.json: files that are not compiled are found from there. */
export function projectRoot(from: string = __dirname): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) throw new Error(`no package.json above ${from}`);
  }
}
