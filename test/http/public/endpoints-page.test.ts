import fs from 'node:fs';
import path from 'node:path';
import { operations } from './document';

const root = path.join(__dirname, '../../..');
const page = fs.readFileSync(path.join(root, 'docs/endpoints.md'), 'utf8');

/** `| POST `/api/v1/users` | [`test/..`](../test/..) |` */
const rowsIn = (text: string) =>
  [...text.matchAll(/^\| ([A-Z]+) `([^`]+)` \| \[`([^`]+)`\]\(\.\.\/([^)]+)\) \|$/gm)].map(
    ([, method = '', route = '', shown = '', target = '']) => ({
      ...{ name: `${method.toLowerCase()} ${route}`, route, shown, target },
    }),
  );
const rows = rowsIn(page);

/** The last two parts of a path that are no parameters, with a parameter that stands between them. */
const endOf = (route: string): readonly string[] => {
  const parts = route.split('/').slice(1);
  const words = [...parts.keys()].filter((index) => !parts[index]!.startsWith('{'));
  return parts.slice(words.at(-2), words.at(-1)! + 1);
};

/** A parameter is filled in: a path with a word in its place is asked for where nothing answers. */
const written = (part: string): string => (part.startsWith('{') ? '\\$\\{[^}]+\\}' : part);

/** In one piece, or as a base that ends with the first part and a path that begins with the second. */
const hasEnd = (text: string, route: string): boolean => {
  const parts = endOf(route).map(written);
  const [first, second] = parts;
  if (new RegExp(`(?<![\\w-])${parts.join('/')}(?![\\w-])`).test(text)) return true;
  const base = new RegExp(`/${first}(?:['"\`]|\\$\\{)`);
  return parts.length === 2 && base.test(text) && new RegExp(`['"\`}]/${second}(?![\\w-])`).test(text);
};

const folderOf = (file: string): string => path.posix.basename(path.posix.dirname(file));

/** The suite, and the helpers that it imports from its own folder, or from the folder of that name in another tier. */
const textOf = (target: string): string => {
  const text = fs.readFileSync(path.join(root, target), 'utf8');
  const helpers = [...text.matchAll(/from '(\.[\w./-]+)'/g)]
    .map(([, name = '']) => path.posix.join(path.posix.dirname(target), `${name}.ts`))
    .filter((file) => file.startsWith('test/') && folderOf(file) === folderOf(target))
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'));
  return [text, ...helpers].join('\n');
};

test('the page of endpoints has each route of the document once, and no other', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(operations.map(({ name }) => name).sort());
  expect(page.split('\n').filter((line) => /^\| [A-Z]{3,}/.test(line))).toHaveLength(rows.length);
});

test.each(rows)('$name is asked for in $shown', ({ route, shown, target }) => {
  expect(shown).toBe(target);
  expect(hasEnd(textOf(target), route)).toBe(true);
});

/** `| A | GET, POST `/api/v1/users` | [users](test/..) |`, a row for each method. */
const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
const shownFirst = [...readme.matchAll(/^\| ([A-D]) \| ([A-Z, ]+) `([^`]+)` \| \[([\w-]+)\]\(([^)]+)\) \|$/gm)].flatMap(
  ([, part = '', methods = '', route = '', test = '', target = '']) =>
    methods.split(', ').map((method) => ({ part, name: `${method.toLowerCase()} ${route}`, test, target })),
);

/** The parts of the page that are those of the specification's part 4. */
const ofPartFour = [...page.matchAll(/^## ([A-D])\. .*?(?=^## )/gms)].flatMap(([section, part = '']) =>
  rowsIn(section).map(({ name, target }) => ({ part, name, test: path.basename(target, '.test.ts'), target })),
);

const named = (rowsOf: readonly { readonly name: string }[]) => [...rowsOf].sort((a, b) => (a.name < b.name ? -1 : 1));

test("README has each endpoint of the specification's part 4 with the test that the page names, and leads to the page", () => {
  expect(ofPartFour.length).toBeGreaterThan(50);
  expect(named(shownFirst)).toEqual(named(ofPartFour));
  expect(readme.split('\n').filter((line) => /^\| [A-D] \|/.test(line))).toHaveLength(
    new Set(shownFirst.map(({ name, target }) => `${name.split(' ')[1]} ${target}`)).size,
  );
  expect(readme).toContain('(docs/endpoints.md)');
});
