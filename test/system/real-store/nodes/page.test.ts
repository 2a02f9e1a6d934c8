import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../../infra/project-root';
import { NEW_AUTHORITY, NEW_CERTIFICATE } from './authority';
import { BACK_UP, RESTORE } from './copies';
import { SMALL, variablesOf, wordsOf } from './node';
import { GRANT, userOf } from './rights';

const page = fs.readFileSync(path.join(projectRoot(), 'docs', 'operations.md'), 'utf8');
const [, section = ''] = /^## A store of your own\n([\s\S]*?)^## /m.exec(page) ?? [];

const options = {
  ...{ binary: '', folder: '/var/lib/eventstore', adminPassword: '' },
  ports: { http: 1, replication: 2 },
  authority: { caFile: '', trustedDirectory: '', certificateFile: '', privateKeyFile: '' },
};
const NODES = [1, 3, 5].map((http) => ({ http, replication: http + 1 }));
const nameOf = (word: string): string => /^--([a-z-]+)=/.exec(word)?.[1] ?? word;

test.each([
  ['an authority', NEW_AUTHORITY],
  ['a certificate', NEW_CERTIFICATE],
  ['the rights', GRANT],
  ['a copy', BACK_UP],
  ['a restore', RESTORE],
])('the page has the commands for %s that are run', (_what, lines) => {
  expect(section).toContain(`\n${lines.join('\n')}\n`);
});

test('the page configures a node by the options that are given here, but those that keep it small', () => {
  const yaml = /```yaml\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  const told = [...yaml.matchAll(/^(\w+):/gm)].map(([, name = '']) =>
    name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
  );
  const small = new Set(SMALL.map(nameOf));
  const given = wordsOf({ ...options, cluster: NODES })
    .map(nameOf)
    .filter((name) => !small.has(name));
  expect(told.sort()).toEqual(given.sort());
});

test('the page names the variables that are given here', () => {
  const names = Object.keys(variablesOf({ ...options, cluster: NODES })).filter((name) =>
    name.startsWith('EVENTSTORE'),
  );
  expect(names).toHaveLength(3);
  for (const name of names) expect(section).toContain(name);
});

test('the page makes the same user', () => {
  const body = /-d "(\{.*\})"$/m.exec(section)?.[1]?.replaceAll('\\"', '"') ?? '';
  expect(JSON.parse(body)).toEqual(userOf('$PASSWORD'));
});
