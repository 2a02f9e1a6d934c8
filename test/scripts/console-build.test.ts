import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { projectRoot } from '../../infra/project-root';

const SCRIPT = path.join(projectRoot(), 'packages/console/build.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'lastro-console-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const build = (name: string): ReadonlyMap<string, Buffer> => {
  const target = path.join(folder, name);
  const program = `import { buildConsole } from ${JSON.stringify(SCRIPT)}; await buildConsole(process.argv[1]);`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program, target]);
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));
  return new Map(files.sort().map((file) => [file, readFileSync(path.join(target, file))]));
};

const first = build('first');
const text = (file: string): string => first.get(file)?.toString() ?? '';
const assets = [...first.keys()].filter((file) => file.startsWith('assets/') && !file.endsWith('.br'));

test('the build repeats byte for byte, wherever it is written', () => {
  expect(build('second')).toEqual(first);
});

test('names assets by their content, and puts brotli beside each file', () => {
  expect(assets).toEqual([
    expect.stringMatching(/^assets\/console-[A-Z0-9]{8}\.css$/),
    expect.stringMatching(/^assets\/operators-[A-Z0-9]{8}\.js$/),
  ]);
  for (const file of ['index.html', ...assets])
    expect(brotliDecompressSync(first.get(`${file}.br`) ?? Buffer.of())).toEqual(first.get(file));
});

test('the page names its assets and holds neither script nor style', () => {
  const html = text('index.html');
  for (const file of assets) expect(html).toContain(`"/console/${file}"`);
  expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
});

test('the script asks for nothing of another origin and makes no markup of text', () => {
  const script = text(assets.find((file) => file.endsWith('.js')) ?? '');
  const addresses = [...script.matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address);
  expect(addresses.filter((address) => address !== 'http://www.w3.org')).toEqual([]);
  expect(script).not.toMatch(/\beval\(|new Function|document\.write/);
});
