import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { claimDataDirectory, readRunFile } from '../../infra/run-file';
import { temporaryDirectory } from '../stores/postgres-cluster';

const info = {
  url: 'http://127.0.0.1:3000',
  startedAt: '2026-11-20T12:00:00.000Z',
  databaseUrl: 'postgres://lastro:secret@127.0.0.1:5432/lastro',
  eventStoreUrl: 'esdb://admin:secret@127.0.0.1:2113?tls=false',
  localChains: [],
};
const claimants: ChildProcess[] = [];
let dataDir: string;

beforeEach(() => {
  dataDir = temporaryDirectory();
});

afterEach(async () => {
  await Promise.all(claimants.splice(0).map((child) => kill(child)));
  fs.rmSync(dataDir, { recursive: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** A process that claims the directory: itself, and what it said. */
async function claimant(url: string): Promise<{ child: ChildProcess; said: { claimed: boolean; url?: string } }> {
  const folder = path.join(__dirname, '..');
  const program = ['--require', path.join(folder, 'typescript.cjs'), path.join(folder, 'fixtures', 'claimant.ts')];
  const child = spawn(process.execPath, [...program, dataDir, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  claimants.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: JSON.parse(line.toString()) };
}

test('publishes the claimant’s URL, and shows it to every later start', async () => {
  const first = await claimDataDirectory(dataDir);
  if (!first.claimed) throw new Error('nobody else is here');
  first.publish(info);
  const running = { format: 3, pid: process.pid, ...info };
  expect(await claimDataDirectory(dataDir)).toEqual({ claimed: false, running });
  expect(await readRunFile(dataDir)).toEqual(running);
  expect(fs.statSync(path.join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
  await first.release();
});

test('frees the directory and names no service after the release', async () => {
  const first = await claimDataDirectory(dataDir);
  if (!first.claimed) throw new Error('nobody else is here');
  first.publish(info);
  await first.release();
  await first.release();
  expect(await readRunFile(dataDir)).toBeNull();
  const second = await claimDataDirectory(dataDir);
  expect(second.claimed).toBe(true);
  if (second.claimed) await second.release();
});

test('waits for the URL of a first process that is still starting', async () => {
  const first = await claimDataDirectory(dataDir);
  const second = claimDataDirectory(dataDir);
  if (first.claimed) first.publish(info);
  expect(await second).toMatchObject({ claimed: false, running: { url: info.url } });
  if (first.claimed) await first.release();
});

test('ignores the file of a killed service, even when another program has its pid', async () => {
  fs.writeFileSync(path.join(dataDir, 'run.json'), JSON.stringify({ pid: process.pid, ...info }));
  expect(await readRunFile(dataDir)).toBeNull();
  const claim = await claimDataDirectory(dataDir);
  expect(claim.claimed).toBe(true);
  expect(fs.existsSync(path.join(dataDir, 'run.json'))).toBe(false);
  if (claim.claimed) await claim.release();
});

test('refuses a service of another version with a message', async () => {
  const first = await claimDataDirectory(dataDir);
  fs.writeFileSync(path.join(dataDir, 'run.json'), JSON.stringify({ pid: process.pid, ...info }));
  await expect(readRunFile(dataDir)).rejects.toThrow('has another version of lastro: end it first');
  await expect(claimDataDirectory(dataDir)).rejects.toThrow('has another version of lastro: end it first');
  if (first.claimed) await first.release();
});

test('lets exactly one of four simultaneous processes claim the directory, and gives its URL to the others', async () => {
  const urls = ['http://a', 'http://b', 'http://c', 'http://d'];
  const outcomes = (await Promise.all(urls.map(claimant))).map(({ said }) => said);
  const winners = outcomes.filter(({ claimed }) => claimed);
  expect(winners).toHaveLength(1);
  expect(outcomes.map(({ url }) => url)).toEqual(urls.map(() => winners[0]?.url));
});

test('a killed process releases its claim at once', async () => {
  const first = await claimant('http://a');
  expect(first.said.claimed).toBe(true);
  await kill(first.child);
  expect(await readRunFile(dataDir)).toBeNull();
  const second = await claimDataDirectory(dataDir);
  expect(second.claimed).toBe(true);
  if (second.claimed) await second.release();
});
