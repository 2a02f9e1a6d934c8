import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { projectRoot } from '../../infra/project-root';
import type { Origin } from './results';

const GIGABYTE = 2 ** 30;

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: projectRoot(), encoding: 'utf8' }).trim();

/** The commit and the machine of this run; its own results do not make the tree differ. */
export const readOrigin = (): Origin => ({
  commit: git('rev-parse', 'HEAD'),
  isDirty: git('status', '--porcelain', '--', '.', ':(exclude)bench/results.json') !== '',
  machine: {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / GIGABYTE),
    node: process.version,
  },
});
