import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express, { type Express } from 'express';
import request from 'supertest';
import { cookieOf, readConsoleFiles } from '../../../src/bin/wiring/ops-deps';
import type { HttpDeps } from '../../../src/http/deps';
import { addConsoleFiles } from '../../../src/http/ops/console-files';
import { prepareRequest } from '../../../src/http/request/prepare-request';
import { answerNotFound, answerProblem } from '../../../src/http/shared/answer-problem';
import { expectProblem } from '../expect-problem';
import { spyingLogger } from '../world';

const PAGE = '<!doctype html><title>lastro</title>';
const SCRIPT = 'console.log(1)'.repeat(100);

let folder: string;
let app: Express;

const appOver = (built: string): Express => {
  const made = express();
  const deps = { settings: { trustedProxies: [] }, ids: { uuid: () => 'id1' }, isUnavailable: () => false };
  made.use(prepareRequest({ ...deps, logger: spyingLogger() } as unknown as HttpDeps));
  addConsoleFiles(made, readConsoleFiles(built, spyingLogger()));
  made.use(answerNotFound);
  made.use(answerProblem);
  return made;
};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lastro-console-'));
  mkdirSync(path.join(folder, 'assets'));
  const write = (name: string, content: string): void => writeFileSync(path.join(folder, name), content);
  write('index.html', PAGE);
  write('assets/operators-4F2K.js', SCRIPT);
  writeFileSync(path.join(folder, 'assets/operators-4F2K.js.br'), brotliCompressSync(SCRIPT));
  write('assets/console-9Q.css', 'body{}');
  app = appOver(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const POLICY =
  "require-trusted-types-for 'script'; default-src 'none'; script-src 'self'; style-src 'self'; " +
  "img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; " +
  "base-uri 'none'";

test.each([
  '/console/',
  '/console/payments/p1',
  '/console/assetless',
])('answers %s with the page, which is not cached', async (address) => {
  const answer = await request(app).get(address);
  expect([answer.status, answer.text]).toEqual([200, PAGE]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('redirects the address without a slash to the page', async () => {
  const answer = await request(app).get('/console');
  expect([answer.status, answer.headers['location']]).toEqual([308, '/console/']);
});

test('may be cached for a year, and is compressed for a client that accepts this', async () => {
  const ask = (accepted: string) =>
    request(app).get('/console/assets/operators-4F2K.js').set('Accept-Encoding', accepted);
  const [compressed, plain] = [await ask('gzip, br'), await ask('gzip')];
  for (const { headers, status } of [compressed, plain]) {
    expect([status, headers['cache-control'], headers['vary'], headers['content-type']]).toEqual([
      ...[200, 'public, max-age=31536000, immutable', 'Accept-Encoding', 'text/javascript; charset=utf-8'],
    ]);
  }
  expect([compressed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined]);
  expect(+(compressed.headers['content-length'] ?? '')).toBe(brotliCompressSync(SCRIPT).length);
  expect(plain.text).toBe(SCRIPT);
  expect((await request(app).get('/console/assets/console-9Q.css').set('Accept-Encoding', 'br')).text).toBe('body{}');
});

test.each([
  '/console/assets/none.js',
  '/console/assets/..%2findex.html',
  '/consoles',
])('answers %s with 404', async (address) => {
  expectProblem(await request(app).get(address), 404, 'NOT_FOUND');
});

test('answers each path with 404 and logs one line when the files are not built', async () => {
  const logger = spyingLogger();
  expect(readConsoleFiles(path.join(folder, 'nowhere'), logger).size).toBe(0);
  expect(logger.lines.map(({ level }) => level)).toEqual(['warn']);
  expectProblem(await request(appOver(path.join(folder, 'nowhere'))).get('/console/'), 404, 'NOT_FOUND');
});

test.each([
  [undefined, 'lastro-ops-i1', false],
  ['http://console.example', 'lastro-ops-i1', false],
  ['https://console.example', '__Host-lastro-ops-i1', true],
])('behind %s uses the cookie name %s', (url, name, isSecure) => {
  expect(cookieOf({ OPS_PUBLIC_URL: url, INSTANCE_ID: 'i1' })).toEqual({ name, isSecure });
});
