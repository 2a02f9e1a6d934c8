import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { wants } from '../infra/projections/live/batch';
import { projections } from '../projections/all';
import { VARIABLES } from '../src/config';
import { EVERY_EVENT_TYPE, recorded } from './samples/sample-events';
import { SEEN_THROUGH } from './seen-through';

const ROOT = path.join(__dirname, '..');
const CORE = ['aggregates', 'commands', 'projections', 'read-models'];
const CODE = [...CORE, 'infra', 'packages', 'src', 'bench'];

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const exists = (file: string): boolean => fs.existsSync(path.join(ROOT, file));

/** Files below the folders, by their paths from the root; what is generated is nobody's style. */
const filesIn = (folders: readonly string[], extension = '.ts'): readonly string[] =>
  folders
    .filter(exists)
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
    )
    .filter((file) => file.endsWith(extension) && !/\/(generated|dist)\//.test(file));

const baseOf = (file: string): string => path.posix.basename(file).replace(/\.[^.]+$/, '');

test('there is something to look at', () => {
  expect(filesIn(CODE).length).toBeGreaterThan(150);
  expect(filesIn(['test']).length).toBeGreaterThan(80);
});

describe('everything has a test', () => {
  /** A file of types alone has nothing that could be wrong. */
  const hasCode = (file: string): boolean => /^(export )?(async )?(const|function)\b/m.test(read(file));

  test.each(filesIn(['commands', 'projections', 'read-models']).filter(hasCode))('%s', (file) => {
    const name = file.replace(/\.ts$/, '');
    expect([file, exists(`test/${SEEN_THROUGH[name] ?? name}.test.ts`)]).toEqual([file, true]);
  });

  test.each(Object.keys(SEEN_THROUGH))('%s is still there, and has no test of its own', (name) => {
    expect([exists(`${name}.ts`), exists(`test/${name}.test.ts`)]).toEqual([true, false]);
  });

  test.each(filesIn(['aggregates']).filter((file) => /\/(\w[\w-]*)\/\1\.ts$/.test(file)))('%s, a decider', (file) => {
    const inside = filesIn([`test/${path.posix.dirname(file)}`]);
    expect([file, inside.some((name) => name.endsWith('.test.ts'))]).toEqual([file, true]);
  });
});

describe('every (projection, event) pair has a test', () => {
  const pairs = projections.flatMap((projection) =>
    EVERY_EVENT_TYPE.filter((type) => wants(projection, recorded(type).stream)).map(
      (type) => [projection.name, type] as const,
    ),
  );

  test('there are pairs of every projection', () => {
    expect(new Set(pairs.map(([name]) => name)).size).toBe(projections.length);
    expect(pairs.length).toBeGreaterThan(130);
  });

  test.each(pairs)('%s, %s', (name, type) => {
    const text = read(`test/projections/${name}.test.ts`);
    // A title that begins with the event, the event in a table of such titles, or all of them at once.
    const isNamed = new RegExp(`['"\`]${type}\\b`).test(text.replaceAll(/(recorded|event|outbox|next)\([^)]*\)/g, ''));
    expect([type, isNamed || text.includes('test.each(EVERY_EVENT_TYPE)')]).toEqual([type, true]);
  });
});

test('read models pair up: a .sql for each table, a .ts for each .sql', () => {
  const names = (extension: string) => filesIn(['read-models'], extension).map(baseOf);
  const tables = projections.flatMap(({ tables: own }) => own.map(({ name }) => name.replaceAll('_', '-')));
  expect([...names('.sql')].sort()).toEqual([...tables].sort());
  for (const name of names('.sql')) expect(names('.ts')).toContain(name);
});

describe('sizes', () => {
  test.each([...filesIn(CODE), ...filesIn(['test'])])('%s has at most 250 lines', (file) => {
    expect(read(file).split('\n').length - 1).toBeLessThanOrEqual(250);
  });

  const functionsIn = (file: string): readonly (readonly [string, number])[] => {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true);
    const found: (readonly [string, number])[] = [];
    const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) {
        const first = lineOf(node.getStart());
        found.push([`${file}:${first + 1}`, lineOf(node.getEnd()) - first + 1]);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  };

  test('no function has more than 60 lines, comments included', () => {
    const functions = filesIn(CODE).flatMap(functionsIn);
    expect(functions.length).toBeGreaterThan(800);
    expect(functions.filter(([, lines]) => lines > 60)).toEqual([]);
  });
});

describe('nothing is left over', () => {
  const all = [...filesIn(CODE), ...filesIn(['test', 'scripts']), ...filesIn(['scripts'], '.mjs')];
  const withText = (pattern: RegExp, files: readonly string[] = all) =>
    files.filter((file) => pattern.test(read(file)));

  test('no note to ourselves', () => {
    // Written so that this file does not find itself.
    expect(withText(/\b(TO[D]O|FI[X]ME|X{3})\b/)).toEqual([]);
  });
  test('no test that runs alone, or does not run', () => {
    // One that needs something of its machine says what: `const asRoot = isRoot ? test : test.skip`.
    expect(
      withText(
        /\b(test|it|describe)\.(only|todo)\b|(?<!\? (test|describe) : )\b(test|it|describe)\.skip\b|\bx(test|it|describe)\(/,
        filesIn(['test']),
      ),
    ).toEqual([]);
  });
  test('no barrels and no drawers', () => {
    expect(all.filter((file) => /(^|\/)(index\.ts|utils?|common|helpers?|core|services?)(\/|$)/.test(file))).toEqual(
      [],
    );
  });
});

test('the core has no clock and no chance of its own', () => {
  const impure =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandom(UUID|Bytes)\b|\bprocess\.|\bset(Timeout|Interval)\(/;
  expect(filesIn(CORE).filter((file) => impure.test(read(file)))).toEqual([]);
});

test.each(
  filesIn(['aggregates']).filter((file) => /\/[\w-]+\/events\.ts$/.test(file)),
)('%s opens with its life line', (file) => {
  const [, comment = ''] = /\/\*\*(.*?)\*\/\nexport type \w+Event\b/s.exec(read(file)) ?? [];
  expect(comment).toMatch(/^[\s*]*[A-Z]\w+.* -> /s);
});

test('every event of every aggregate has a version and a sample', () => {
  const declared = filesIn(['aggregates'])
    .filter((file) => file.endsWith('/events.ts'))
    .flatMap((file) => [...read(file).matchAll(/readonly type: '(\w+)'/g)].map(([, type]) => type));
  expect([...new Set(declared)].sort()).toEqual([...EVERY_EVENT_TYPE].sort());
  // Owed back in the asset, by a cash-out or a withdrawal.
  expect(declared.filter((type, index) => declared.indexOf(type) !== index)).toEqual(['RefundDue']);
});

describe('what a newcomer reads', () => {
  test('README names every folder', () => {
    const ignored = read('.gitignore')
      .split('\n')
      .map((line) => line.replaceAll('/', '').trim());
    const folders = fs
      .readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.includes(entry.name));
    const text = read('README.md');
    for (const { name } of folders) expect([name, text.includes(`\`${name}/\``)]).toEqual([name, true]);
  });

  test('.env.example lists exactly the variables that are read', () => {
    const listed = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect([...listed].sort()).toEqual([...VARIABLES].sort());
  });

  test('links in README lead somewhere', () => {
    const links = [...read('README.md').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target ?? '');
    expect(links.filter((target) => !exists(target))).toEqual([]);
  });
});
