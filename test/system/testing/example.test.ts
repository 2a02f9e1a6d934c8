import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';
import { installPackage, root } from './installed';

const suite = mkdtempSync(path.join(os.tmpdir(), 'lastro-suite-'));

/** A registry would bring them: the installed ones serve, so that the test needs no network. */
const LINKED = ['@types', 'jest', 'typescript'];

const data = temporaryDataDir();
const environment = { DATA_DIR: data.dataDir };
let service: RunningProcess;

const run = (...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: suite, encoding: 'utf8' });
  return { status, stdout, said: `${stdout}${stderr}` };
};

beforeAll(async () => {
  service = await startProgram('start', environment);
  installPackage(suite);
  cpSync(path.join(root, 'examples/property-suite'), suite, {
    recursive: true,
    filter: (name) => !/property-suite\/(node_modules|dist)$/.test(name),
  });
  for (const name of LINKED)
    symlinkSync(path.join(root, 'node_modules', name), path.join(suite, 'node_modules', name), 'junction');
  expect(run('node_modules/typescript/bin/tsc').said).toBe('');
});
afterAll(async () => {
  await service.stop();
  data.remove();
  rmSync(suite, { recursive: true, force: true });
});

/** The service prints the key of one partner; the operator adds another. */
const credentials = async () => {
  const words = ['partner', 'create', '--name', 'Other', '--mode', 'sandbox', '--json'];
  const { stdout } = await runProgram('ledger', words, environment);
  const { apiKey } = JSON.parse(stdout) as { readonly apiKey: string };
  return { BASE_URL: service.url, API_KEY: demoKeyOf(service), OTHER_API_KEY: apiKey };
};

test('the suite of the example passes against deciders, a ledger in memory and a service', async () => {
  const env = { ...process.env, ...(await credentials()) };
  const running = spawn(process.execPath, ['node_modules/jest/bin/jest.js'], { cwd: suite, env });
  const said: string[] = [];
  running.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
  running.stdout.resume();
  const [status] = (await once(running, 'close')) as [number];
  const passed = expect.stringMatching(/\nTests: +\d+ passed, \d+ total\n/) as string;
  expect({ status, said: said.join('') }).toEqual({ status: 0, said: passed });
});

test('the laws find each of the 20 planted faults', () => {
  const { status, stdout } = run('dist/faults/run.js', '--sources', root);
  const rows = stdout.trim().split('\n').slice(2);
  expect(rows.filter((row) => !/^\| .+ \| [a-zA-Z, ]+ \| \d+ \|$/.test(row))).toEqual([]);
  expect({ status, found: new Set(rows).size }).toEqual({ status: 0, found: 20 });
});

test('the page of the example shows a history as the program prints it', () => {
  const page = readFileSync(path.join(suite, 'README.md'), 'utf8');
  const [, words = '', told = ''] = /\$ npm run faults -- (.+)\n([\s\S]+?)```/.exec(page) ?? [];
  expect(run('dist/faults/run.js', '--sources', root, words).stdout).toBe(told);
});
