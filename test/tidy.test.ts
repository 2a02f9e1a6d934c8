import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { wants } from '../infra/projections/rows/batch';
import { EVERY_EVENT_TYPE, recorded } from '../packages/testing/src/samples/sample-events';
import { projections } from '../projections/all';
import { VARIABLES } from '../src/config';
import { CODE, CORE, exists, filesIn, ROOT, read } from './tidy-files';

const code = [...filesIn(CODE), ...filesIn(CODE, '.tsx')];
const tests = filesIn(['test']);
const all = [...code, ...tests, ...filesIn(['scripts']), ...filesIn(['scripts'], '.mjs')];
const withText = (pattern: RegExp, files: readonly string[]) => files.filter((file) => pattern.test(read(file)));

test('finds the files of the product and its tests', () => {
  expect(code.length).toBeGreaterThan(150);
  expect(tests.length).toBeGreaterThan(80);
});

/** The lint limits the lines of a function. */
test('a file has at most 250 lines', () => {
  expect(all.filter((file) => read(file).split('\n').length - 1 > 250)).toEqual([]);
});

test('every (projection, event) pair has a test', () => {
  const pairs = projections.flatMap((projection) =>
    EVERY_EVENT_TYPE.filter((type) => wants(projection, recorded(type).stream)).map(
      (type) => [projection.name, type] as const,
    ),
  );
  expect(new Set(pairs.map(([name]) => name)).size).toBe(projections.length);
  expect(pairs.length).toBeGreaterThan(130);
  const isTestOf = (file: string, name: string): boolean =>
    file.startsWith('test/projections/') && new RegExp(`/${name}(-[\\w-]+)?\\.test\\.ts$`).test(file);
  // A title that begins with the event, the event in a table of such titles, or all events as rows.
  const isTested = ([name, type]: (typeof pairs)[number]): boolean => {
    const text = all
      .filter((file) => isTestOf(file, name))
      .map(read)
      .join('\n');
    if (text.includes('expectEveryRow(EVERY_EVENT_TYPE,')) return true;
    return new RegExp(`['"\`]${type}\\b`).test(text.replaceAll(/(recorded|event|outbox|next)\([^)]*\)/g, ''));
  };
  expect(pairs.filter((pair) => !isTested(pair))).toEqual([]);
});

test('read models pair up: a .sql for each table, a .ts for each .sql', () => {
  const names = (extension: string) =>
    filesIn(['read-models'], extension).map((file) => path.posix.basename(file, extension));
  const tables = projections.flatMap(({ tables: own }) => own.map(({ name }) => name.replaceAll('_', '-')));
  expect([...names('.sql')].sort()).toEqual([...tables].sort());
  expect(names('.sql').filter((name) => !names('.ts').includes(name))).toEqual([]);
});

test('no file has a note of open work', () => {
  // The pattern does not match this file.
  expect(withText(/\b(TO[D]O|FI[X]ME|X{3})\b/, all)).toEqual([]);
});

test('no test runs alone or is skipped', () => {
  // A test with a need of its machine names it: `const asRoot = isRoot ? test : test.skip`.
  const partial =
    /\b(test|it|describe)\.(only|todo)\b|(?<!\? (test|describe) : )\b(test|it|describe)\.skip\b|\bx(test|it|describe)\(/;
  expect(withText(partial, tests)).toEqual([]);
});

test('no file is a barrel or a collection of unrelated functions', () => {
  const drawer = /(^|\/)(index\.ts|utils?|common|helpers?|core|services?)(\/|$)/;
  expect(all.filter((file) => drawer.test(file))).toEqual([]);
});

test('a folder has at most 15 files of its own', () => {
  const rooms = [...code, ...filesIn(CODE, '.sql')].map((file) => path.posix.dirname(file));
  const crowded = [...new Set(rooms)].filter((room) => rooms.filter((other) => other === room).length > 15);
  expect(crowded.filter((room) => !room.startsWith('bench'))).toEqual([]);
});

test('every folder of commands, infra and src has its place in the order of folders', () => {
  const { forbidden } = createRequire(__filename)('../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly { readonly name: string }[];
  };
  const rooms = ['commands', 'infra', 'src', 'src/bin'].flatMap((folder) =>
    fs.readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name.replace(/\.ts$/, '')} looks down`),
  );
  expect(rooms.filter((room) => !forbidden.some(({ name }) => name === room))).toEqual([]);
});

test('the core uses neither a clock nor random numbers', () => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandom(UUID|Bytes)\b|\bprocess\.|\bset(Timeout|Interval)\(/;
  expect(withText(impure, filesIn(CORE))).toEqual([]);
});

describe('events', () => {
  const files = filesIn(['aggregates']).filter((file) => /\/[\w-]+\/events\.ts$/.test(file));

  test('each file of events opens with its life line', () => {
    const lifeLine = /\/\*\*[\s*]*[A-Z]\w+(?:(?!\*\/).)* -> (?:(?!\*\/).)*\*\/\nexport type \w+Event\b/s;
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !lifeLine.test(read(file)))).toEqual([]);
  });

  test('every event of every aggregate has a version and a sample', () => {
    const declared = filesIn(['aggregates'])
      .filter((file) => file.endsWith('/events.ts'))
      .flatMap((file) => [...read(file).matchAll(/readonly type: '(\w+)'/g)].map(([, type]) => type));
    expect([...new Set(declared)].sort()).toEqual([...EVERY_EVENT_TYPE].sort());
    // Cash-outs and withdrawals both owe refunds.
    expect(declared.filter((type, index) => declared.indexOf(type) !== index)).toEqual(['RefundDue']);
  });
});

describe('documents for a new developer', () => {
  test('README names every folder', () => {
    const ignored = read('.gitignore')
      .split('\n')
      .map((line) => line.replaceAll('/', '').trim());
    const folders = fs
      .readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.includes(entry.name));
    const names = folders.map(({ name }) => name);
    expect(names.filter((name) => !read('README.md').includes(`\`${name}/\``))).toEqual([]);
  });

  test('.env.example lists exactly the variables of the configuration', () => {
    const listed = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect([...listed].sort()).toEqual([...VARIABLES].sort());
  });

  test('links in README lead to a file', () => {
    const links = [...read('README.md').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target ?? '');
    expect(links.filter((target) => !exists(target))).toEqual([]);
  });
});
