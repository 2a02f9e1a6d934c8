import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '../../infra/project-root';

export const ROOT = projectRoot(__dirname);

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Files below `deploy/`, by their paths from the root. */
export const deployFiles = (...endings: readonly string[]): readonly string[] =>
  readdirSync(path.join(ROOT, 'deploy'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join('deploy', name.split(path.sep).join('/')))
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .sort();

/** The one document of a YAML file; throws on anything that YAML only warns of. */
export const parsed = (file: string): unknown => {
  const documents = parseAllDocuments(read(file), { merge: true });
  const [document, ...more] = [...documents];
  if (document === undefined || more.length > 0) throw new Error(`${file} is not one document`);
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) throw new Error(`${file}: ${faults.map(({ message }) => message).join('; ')}`);
  return document.toJS() as unknown;
};
