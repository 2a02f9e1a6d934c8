import fs from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(__dirname, '..');
export const CORE = ['aggregates', 'commands', 'projections', 'read-models'];
export const CODE = [...CORE, 'infra', 'packages', 'src', 'bench'];

const texts = new Map<string, string>();

/** The text of a file, by its path from the root. */
export const read = (file: string): string => {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
};

export const exists = (file: string): boolean => fs.existsSync(path.join(ROOT, file));

const NOT_OURS = /^(node_modules|generated|dist|coverage|\..+)$/;

const below = (folder: string): readonly string[] =>
  fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.test(entry.name)) return [];
    const name = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? below(name) : [name];
  });

/** Files below the folders, without generated and installed ones. */
export const filesIn = (folders: readonly string[], extension = '.ts'): readonly string[] =>
  folders.filter(exists).flatMap((folder) => below(folder).filter((file) => file.endsWith(extension)));

/** Lines of code with the pattern, each with its file; comments do not count. */
export const linesWith = (pattern: RegExp, files: readonly string[]): readonly string[] =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
