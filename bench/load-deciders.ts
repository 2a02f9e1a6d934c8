import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../infra/project-root';
import { type Bench, type Figure, single } from './figures';
import { median } from './support/alternate';

/** Milliseconds that a new process takes to load `lastro-testing/deciders`, built by `npm run testing`. */
export const benchLoadDeciders = async (bench: Bench): Promise<readonly Figure[]> => {
  const root = projectRoot();
  const npm = ['run', '-s', 'testing'];
  execFileSync('npm', npm, { cwd: root, shell: process.platform === 'win32' });
  const entry = path.join(root, 'packages/testing/dist/packages/testing/src/deciders.js');
  const program = `const startedMs = performance.now(); require(${JSON.stringify(entry)});
    console.log(performance.now() - startedMs);`;
  const rounds = Array.from({ length: bench.scale.rounds }, () =>
    Number(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })),
  );
  return [single('load-deciders', median(rounds), 'ms')];
};
