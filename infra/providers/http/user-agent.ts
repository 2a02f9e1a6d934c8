import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../project-root';

const versionOf = (): string => {
  const text = readFileSync(path.join(projectRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
};

const kept: { text?: string } = {};

/** Names every request of ours: some refuse those without a name. */
export const userAgent = (): string => {
  kept.text ??= `lastro/${versionOf()}`;
  return kept.text;
};
