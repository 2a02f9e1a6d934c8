import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../infra/project-root';
import type { Bench, Figure } from '../figures';
import { alternate } from '../support/alternate';
import { onSite } from '../support/site';

const run = promisify(execFile);

const BUILD = `import { buildConsole } from './packages/console/build.mjs'; await buildConsole(process.argv[1])`;
const NOTHING = `import { build } from 'esbuild'; await build({ stdin: { contents: '' }, write: false })`;

/** The build of both applications in a process of its own, against a build of nothing. */
export const benchConsoleBuild = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async ({ dataDir }) => {
    const timed = async (program: string): Promise<number> => {
      const startedMs = performance.now();
      const words = ['--input-type=module', '--eval', program, path.join(dataDir, 'built')];
      await run(process.execPath, words, { cwd: projectRoot() });
      return performance.now() - startedMs;
    };
    const sides = { measured: () => timed(BUILD), baseline: () => timed(NOTHING) };
    return [await alternate(bench, { name: 'console-build', unit: 'ms', ...sides })];
  });
