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
const LANGUAGE = /\/(en|pt-BR)-/;

test('the build repeats byte for byte, wherever it is written', () => {
  expect(build('second')).toEqual(first);
});

describe.each([
  ['console', 'operators'],
  ['dashboard', 'partners'],
])('the %s', (name, script) => {
  const named = new Map([...first].map(([file, bytes]) => [file.replace(`${name}/`, ''), bytes] as const));
  const text = (file: string): string => named.get(file)?.toString() ?? '';
  const assets = [...named.keys()].filter((file) => file.startsWith('assets/') && !file.endsWith('.br'));

  test('names assets by their content, and puts brotli beside each file', () => {
    expect(assets).toEqual([
      expect.stringMatching(/^assets\/console-[A-Z0-9]{8}\.css$/),
      expect.stringMatching(/^assets\/en-[A-Z0-9]{8}\.js$/),
      expect.stringMatching(new RegExp(`^assets/${script}-[A-Z0-9]{8}\\.js$`)),
      expect.stringMatching(/^assets\/pt-BR-[A-Z0-9]{8}\.js$/),
    ]);
    for (const file of ['index.html', ...assets])
      expect(brotliDecompressSync(named.get(`${file}.br`) ?? Buffer.of())).toEqual(named.get(file));
  });

  test('names its assets in the page, which holds neither script nor style', () => {
    const html = text('index.html');
    for (const file of assets.filter((each) => !LANGUAGE.test(each))) expect(html).toContain(`"/${name}/${file}"`);
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  test('asks for nothing of another origin and makes no markup of text', () => {
    const code = assets
      .filter((file) => file.endsWith('.js'))
      .map(text)
      .join('\n');
    const addresses = [...code.matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address);
    const known = ['http://www.w3.org', 'https://partner.example'];
    expect(addresses.filter((address) => !known.includes(address))).toEqual([]);
    expect(code).not.toMatch(/\beval\(|new Function|document\.write/);
  });

  test.each(['en', 'pt-BR'])('loads at most 45 kB of script and style (%s)', (language) => {
    const loaded = assets.filter((file) => !LANGUAGE.test(file) || file.includes(`/${language}-`));
    const bytes = loaded.map((file) => named.get(`${file}.br`)?.length ?? Number.NaN);
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(45_000);
  });
});
