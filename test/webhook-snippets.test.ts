import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { signatureHeaders } from '../infra/webhooks/signature';
import { EVERY_EVENT_TYPE, recorded } from '../packages/testing/src/samples/sample-events';
import { notificationOf } from '../projections/notifications';

const page = fs.readFileSync(path.join(__dirname, '../docs/webhooks.md'), 'utf8');
const snippet = (language: string): string => {
  const found = new RegExp(`<!-- ${language} -->\\n\`\`\`\\w+\\n([^]*?)\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/webhooks.md has no snippet for ${language}`);
  return found;
};

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_c2Vjb25kIHNlY3JldCBvZiB0aGUgcGFydG5lcg==';
const NOW = 1_750_000_000;
const body = /```json\n(.*)\n```/.exec(page)?.[1] ?? '';
const headersOf = (...secrets: readonly string[]) =>
  signatureHeaders('App', secrets, { deliveryId: 'evt_01', event: 'INTENT_COMPLETED', body, timestampSeconds: NOW });

const genuine = { headers: headersOf(SECRET), rawBody: body, secret: SECRET, now: NOW };
const cases = [
  { given: genuine, expected: true },
  { given: { ...genuine, headers: headersOf(OTHER, SECRET) }, expected: true },
  { given: { ...genuine, headers: headersOf(OTHER) }, expected: false },
  { given: { ...genuine, rawBody: `${body} ` }, expected: false },
  { given: { ...genuine, now: NOW + 301 }, expected: false },
  { given: { ...genuine, headers: {} }, expected: false },
  { given: { ...genuine, headers: { ...headersOf(SECRET), 'webhook-timestamp': '1e9' } }, expected: false },
  // As many characters as a signature, and more bytes.
  {
    given: { ...genuine, headers: { ...headersOf(SECRET), 'webhook-signature': `v1,${'é'.repeat(44)}` } },
    expected: false,
  },
];
const expected = cases.map((one) => one.expected);

const run = (program: string, programArguments: readonly string[], code: string): unknown => {
  const given = JSON.stringify(cases.map((one) => one.given));
  const { stdout, stderr, status } = spawnSync(program, [...programArguments, code], {
    input: given,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

test('the page shows the published vector', () => {
  const headers = headersOf(SECRET);
  expect(page).toContain(`webhook-signature: ${headers['webhook-signature']}`);
  expect(page).toContain(`X-App-Signature: ${headers['x-app-signature']}`);
});

const notifications = EVERY_EVENT_TYPE.flatMap((type) => notificationOf(recorded(type)) ?? []);

test.each(notifications.map((told) => [told.event, told] as const))('the page names the fields of %s', (name, told) => {
  // Each variant has a row: `CASHIN_COMPLETED` has two.
  const rows = page.split('\n').filter((line) => line.startsWith(`| \`${name}\` `));
  const needed = [told.status, ...Object.keys(told.data).map((field) => `\`${field}\``)];
  expect(rows.map((row) => needed.filter((text) => !row.includes(text)))).toContainEqual([]);
});

test('the snippet for Node tells genuine webhooks from forged ones', () => {
  const read = "JSON.parse(require('node:fs').readFileSync(0, 'utf8'))";
  const code = `${snippet('node')}\nconsole.log(JSON.stringify(${read}.map(isGenuine)))`;
  expect(run(process.execPath, ['-e'], code)).toEqual(expected);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('There is no python3: the Python snippet of docs/webhooks.md is not run\n');
const withPython = hasPython ? test : test.skip;
withPython('the snippet for Python tells genuine from forged', () => {
  const call = "is_genuine(c['headers'], c['rawBody'].encode(), c['secret'], c['now'])";
  const code = `${snippet('python')}\nimport json, sys\nprint(json.dumps([${call} for c in json.load(sys.stdin)]))`;
  expect(run('python3', ['-c'], code)).toEqual(expected);
});
