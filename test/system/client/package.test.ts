import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';

const root = projectRoot();
const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'lastro-client-'));
const TSC = path.join(root, 'node_modules/typescript/bin/tsc');
/** The packages of an installation from the registry, packed from the installed ones: no network is needed. */
const PACKED = ['packages/client', 'node_modules/openapi-fetch', 'node_modules/openapi-typescript-helpers'];

const npm = (folder: string, ...words: readonly string[]): string =>
  execFileSync('npm', [...words, '--ignore-scripts', '--offline'], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    shell: process.platform === 'win32',
  });
const write = (name: string, text: string): string => {
  writeFileSync(path.join(elsewhere, name), text);
  return name;
};
const run = (name: string): string => execFileSync(process.execPath, [name], { cwd: elsewhere, encoding: 'utf8' });

beforeAll(() => {
  execFileSync(process.execPath, [TSC, '-p', 'tsconfig.client.json'], { cwd: root });
  execFileSync(process.execPath, ['scripts/module-entries.mjs', 'packages/client/dist', 'lastro-client'], {
    cwd: root,
  });
  mkdirSync(path.join(elsewhere, 'packed'));
  const destination = path.join(elsewhere, 'packed');
  const tarballs = PACKED.map((folder) => {
    const said = npm(root, 'pack', `./${folder}`, '--json', '--pack-destination', destination);
    return `./packed/${/"filename": "([^"]+)"/.exec(said)?.[1] ?? 'none'}`;
  });
  write('package.json', '{ "name": "partner", "version": "1.0.0", "private": true }');
  npm(elsewhere, 'install', '--no-audit', '--no-fund', ...tarballs);
});
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const USE = `
const { data } = JSON.parse('{"data":{"token":"t"}}');
const fetch = async (request) => Response.json({ success: true, error: null, data: { path: new URL(request.url).pathname, body: await request.text() } });
const client = createLastroClient({ baseUrl: 'http://lastro.example', fetch, credential: { kind: 'API_KEY', apiKey: data.token } });
client.POST('/api/v1/partners/me/rotate-webhook-secret').then((answer) => {
  const forged = readWebhook({ headers: {}, rawBody: '{}', secrets: ['whsec_AAAA'] });
  console.log(JSON.stringify([dataOf(answer), isLastroError(new Error('a')), forged]));
});
`;
const SAID = '[{"path":"/api/v1/partners/me/rotate-webhook-secret","body":""},false,null]\n';
const NAMES = '{ createLastroClient, dataOf, isLastroError, readWebhook }';

test('the installed package serves require', () => {
  expect(run(write('use.cjs', `const ${NAMES} = require('lastro-client');${USE}`))).toBe(SAID);
});

test('the installed package serves import with the same modules', () => {
  expect(run(write('use.mjs', `import ${NAMES} from 'lastro-client';${USE}`))).toBe(SAID);
  const same = `import * as one from 'lastro-client';
import { createRequire } from 'node:module';
console.log(one.dataOf === createRequire(import.meta.url)('lastro-client').dataOf);`;
  expect(run(write('same.mjs', same))).toBe('true\n');
});

const TYPED = `
import ${NAMES} from 'lastro-client';
export const used = async (): Promise<string> => {
  const client = createLastroClient({ baseUrl: 'http://lastro.example' });
  await client.POST('/api/v1/partners/me/rotate-webhook-secret');
  const told = readWebhook({ headers: new Headers(), rawBody: '', secrets: [] });
  if (told?.event === 'INTENT_COMPLETED') return told.data.invoiceValue.toFixed(2);
  return dataOf(await client.POST('/api/v1/auth/token', { body: { uid: 'a' } })).token;
};
`;
const SETTINGS = {
  ...{ noEmit: true, strict: true, target: 'es2022', module: 'node20', types: [] },
  lib: ['es2022', 'dom', 'dom.iterable'],
};
/** A program of a partner, and what the compiler finds in it. */
const PROGRAMS: readonly (readonly [string, string, readonly string[]])[] = [
  ['typed.mts', TYPED, []],
  ['typed.cts', TYPED, []],
  ['route.mts', TYPED.replace('/auth/token', '/auth/none'), ['TS2345']],
  ['body.mts', TYPED.replace("uid: 'a'", 'uid: 1'), ['TS2322']],
  ['field.mts', TYPED.replace('invoiceValue', 'invoiceWorth'), ['TS2339']],
];

test('its types serve .mts and .cts, and refuse a wrong route, body and field', () => {
  const files = PROGRAMS.map(([name, text]) => write(name, text));
  write('tsconfig.json', JSON.stringify({ compilerOptions: SETTINGS, files }));
  const words = [TSC, '-p', '.', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, words, { cwd: elsewhere, encoding: 'utf8' });
  const found = [...stdout.matchAll(/^([\w.]+)\(.*?\berror (TS\d+)/gm)].map(([, name, code]) => [name, code]);
  for (const [name, , codes] of PROGRAMS) {
    const ofFile = found.flatMap(([file, code]) => (file === name ? [code] : []));
    const told = codes.length === 0 ? ofFile : ofFile.filter((code) => code !== undefined && codes.includes(code));
    expect([name, [...new Set(told)]]).toEqual([name, codes]);
  }
});

test('the package installs exact versions, and nothing of the service', () => {
  const installed = path.join(elsewhere, 'node_modules/lastro-client');
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<string, object>;
  const ours = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as typeof manifest;
  expect(manifest['dependencies']).toEqual({ 'openapi-fetch': '0.17.0' });
  expect(ours['dependencies']).toMatchObject(manifest['dependencies'] ?? {});
  expect(manifest['engines']).toEqual(ours['engines']);
});
