import fs from 'node:fs';
import path from 'node:path';
import { operations } from './document';

const root = path.join(__dirname, '../../..');
const page = fs.readFileSync(path.join(root, 'docs/endpoints.md'), 'utf8');

/** `| POST `/api/v1/users` | [`test/..`](../test/..) |` */
const rows = [...page.matchAll(/^\| ([A-Z]+) `([^`]+)` \| \[`([^`]+)`\]\(\.\.\/([^)]+)\) \|$/gm)].map(
  ([, method = '', route = '', shown = '', target = '']) => ({
    ...{ name: `${method.toLowerCase()} ${route}`, route, shown, target },
  }),
);

/** The last part of a path that is no parameter. */
const wordOf = (route: string): string =>
  route.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';

test('the page of endpoints has each route of the document once, and no other', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(operations.map(({ name }) => name).sort());
  expect(page.split('\n').filter((line) => /^\| [A-Z]{3,}/.test(line))).toHaveLength(rows.length);
});

test.each(rows)('$name is asked for in $shown', ({ route, shown, target }) => {
  expect(shown).toBe(target);
  expect(fs.readFileSync(path.join(root, target), 'utf8')).toContain(wordOf(route));
});

test('README leads to the page', () => {
  expect(fs.readFileSync(path.join(root, 'README.md'), 'utf8')).toContain('(docs/endpoints.md)');
});
