// Does what building the image would do, without a container engine: every COPY and RUN of the Dockerfile, stage by stage,
// in directories of their own below a new one, whose path it prints. Then the last stage's program has to say its help.
// node deploy/run-stages.mjs [--keep]   (some minutes: it installs twice, from the registry that npm is set to)
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const place = mkdtempSync(join(tmpdir(), 'lastro-stages-'));

/** [instruction, rest] of each line; a line that ends with a backslash goes on. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]);

/** Input of the build: the files that git knows, except those that .dockerignore names. */
const context = join(place, 'context');
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
const isIgnored = (file) => ignored.some((name) => file === name || file.startsWith(`${name}/`));
for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)) {
  if (!isIgnored(file) && existsSync(join(root, file))) cpSync(join(root, file), join(context, file));
}

const fail = (why) => {
  process.stderr.write(`${why}\n`);
  process.exit(1);
};

let stage = null;
const inStage = (name, path) => join(place, name, path.replace(/^\/app\/?/, ''));
const run = (command) => {
  process.stdout.write(`[${stage}] ${command}\n`);
  const { status } = spawnSync('sh', ['-ec', command], { cwd: inStage(stage, ''), stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(`[${stage}] failed: ${command}`);
};
const copy = (words) => {
  const options = words.filter((word) => word.startsWith('--'));
  const from = options.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = inStage(stage, paths.at(-1).replace(/^\.\/?/, ''));
  for (const source of paths.slice(0, -1)) {
    const file = from === undefined ? join(context, source) : inStage(from, source);
    if (!existsSync(file)) fail(`[${stage}] has nothing to copy: ${source}`);
    const isFile = /\.json$/.test(source);
    cpSync(file, isFile ? join(target, source) : target, { recursive: true, verbatimSymlinks: true });
  }
};

for (const [instruction, rest] of instructions) {
  if (instruction === 'FROM') {
    stage = rest.split(' ').at(-1);
    mkdirSync(inStage(stage, ''), { recursive: true });
  } else if (instruction === 'RUN') run(rest);
  else if (instruction === 'COPY') copy(rest.split(' '));
  else if (!/^(ARG|ENV|WORKDIR|USER|EXPOSE|VOLUME|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)$/.test(instruction)) {
    fail(`${instruction} is not known here`);
  }
}
run('node dist/src/bin/programs/ledger.js --help');
run('test ! -e test && test ! -e dist/test && test ! -e node_modules/typescript && test -d data');
process.stdout.write(`The stages are whole: ${inStage(stage, '')}\n`);
if (!process.argv.includes('--keep')) rmSync(place, { recursive: true, force: true });
