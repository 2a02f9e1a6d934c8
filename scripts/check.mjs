// node scripts/check.mjs <quick | integration | system> [arguments of Jest]: builds, then runs the suites of a tier.
// Types, lint and layers are checked beside the first tier, one after the other, in the time that Jest leaves free.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { groupSuites } from './group-suites.mjs';

const CONFIGS = { quick: 'jest.config.cjs', integration: 'jest.integration.cjs', system: 'jest.system.cjs' };
const MOST_SUITES_IN_GROUP = { quick: 12, integration: 6 };
const LINT = ['style', 'words', 'typed', 'layers'];
const SLOWEST_SHOWN = 10;

const [tier, ...words] = process.argv.slice(2);
const config = CONFIGS[tier];
if (config === undefined) {
  console.error(`the tier is one of ${Object.keys(CONFIGS).join(', ')}`);
  process.exit(1);
}

const secondsSince = (start) => (performance.now() - start) / 1000;

/** Jest writes its summary to stderr: here both go to stdout. */
const shown = async (name, program, ...given) => {
  const start = performance.now();
  const [code] = await once(spawn(program, given, { stdio: ['inherit', 1, 1] }), 'exit');
  return { name, isGreen: code === 0, seconds: secondsSince(start), output: '' };
};

/** Keeps the output of a script of package.json for the end, apart from the lines of Jest. */
const check = async (name) => {
  const start = performance.now();
  const child = spawn('npm', ['run', '-s', name], { shell: process.platform === 'win32' });
  setPriority(child.pid, 5);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  const [code] = await once(child, 'close');
  return { name, isGreen: code === 0, seconds: secondsSince(start), output: Buffer.concat(output).toString() };
};

const checkAll = async (names) => {
  const parts = [];
  for (const name of names) parts.push(await check(name));
  return parts;
};

const jest = (results) => {
  const program = 'node_modules/jest/bin/jest.js';
  const recorded = ['--json', '--outputFile', results];
  return shown('jest', process.execPath, program, '--config', config, ...recorded, ...chosenSuites());
};

/** A whole tier runs in groups. Arguments of the command line name suites: then each suite runs by itself. */
const chosenSuites = () => {
  const most = MOST_SUITES_IN_GROUP[tier];
  if (words.length > 0 || most === undefined) return words;
  return ['--roots', groupSuites(config, most, `dist/groups/${tier}`)];
};

const slowestOf = (results) => {
  if (!existsSync(results)) return [];
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  const suites = JSON.parse(readFileSync(results, 'utf8')).testResults.toSorted((a, b) => seconds(b) - seconds(a));
  return suites
    .slice(0, SLOWEST_SHOWN)
    .map((suite) => `${seconds(suite).toFixed(1).padStart(6)} s  ${relative('', suite.name)}`);
};

const sumOf = (parts) => parts.reduce((sum, { seconds }) => sum + seconds, 0);
const timeOf = ({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`;

const report = (parts, slowest) => {
  for (const { name, output } of parts.filter(({ isGreen }) => !isGreen)) console.log(`\n*** ${name} ***\n${output}`);
  console.log(`\nThe ${slowest.length} slowest suites:\n${slowest.join('\n')}\n`);
  const lint = parts.filter(({ name }) => LINT.includes(name));
  const others = parts.filter((part) => !lint.includes(part));
  const sum =
    lint.length === 0 ? [] : [`${timeOf({ name: 'lint', seconds: sumOf(lint) })} (${lint.map(timeOf).join(', ')})`];
  console.log([...others.map(timeOf), ...sum].join(', '));
  const failed = parts.filter(({ isGreen }) => !isGreen).map(({ name }) => name);
  console.log(failed.length === 0 ? 'All parts passed' : `Failed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
};

const folder = mkdtempSync(join(tmpdir(), 'lastro-check-'));
const results = join(folder, 'jest.json');
const parts = [await shown('build', process.execPath, 'scripts/build.mjs', '--all')];
if (parts[0].isGreen) {
  const beside = tier === 'quick' ? ['types', ...LINT] : [];
  const [suites, checks] = await Promise.all([jest(results), checkAll(beside)]);
  parts.push(...checks, suites);
}
report(parts, slowestOf(results));
rmSync(folder, { recursive: true, force: true });
