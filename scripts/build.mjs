// Emits what has changed since the last build into `dist`: the product, with `--all` also what bench and test start as
// processes. Its messages go to stderr: stdout belongs to the command that follows.
import './check-node.cjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const INSTALLED = ['packages/client', 'packages/event-store'];
const PRODUCT = ['aggregates', 'commands', 'infra', ...INSTALLED, 'projections', 'read-models', 'src'];
const OTHERS = ['bench', 'packages/testing', 'test'];
const GENERATED = [
  'src/http/generated/openapi.json',
  'src/http/generated/routes.ts',
  'src/http/generated/ops-openapi.json',
  'src/http/generated/ops-routes.ts',
  'packages/client/src/generated/paths.ts',
  'packages/console/generated/ops-api.ts',
  'packages/console/generated/partners-api.ts',
];
const GENERATORS = ['both-documents', 'strict-routes', 'complete-openapi', 'client-types'].map(
  (name) => `scripts/${name}.mjs`,
);
const SETTINGS = ['tsoa.json', 'tsoa.ops.json', 'tsconfig.json', 'package-lock.json'];
const GENERATED_STAMP = 'src/http/generated/.stamp';
const BUILT = 'dist/.built.json';
const CONSOLE = 'packages/console';
const CONSOLE_STAMP = 'dist/.console';
const IMPORTED_JSON = /from '(\.[^']+\.json)'/g;

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const hashOf = (texts) =>
  texts.reduce((hash, text) => hash.update(text).update('\0'), createHash('sha256')).digest('hex');
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Readers see a file whole, whether it is of this build or of the one before. */
const replace = (file, text) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
};

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

/** Jest compiles the tests itself. */
const sourcesIn = (folders) =>
  folders
    .flatMap(filesIn)
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$|(client|testing).dist/.test(file));

const generatedStamp = () => hashOf([...sourcesIn(PRODUCT), ...GENERATED, ...GENERATORS, ...SETTINGS].map(textOf));

/** tsoa reads every type of the product, which takes seconds. */
const generate = () => {
  if (textOf(GENERATED_STAMP) === generatedStamp()) return;
  const stdio = ['ignore', 2, 2];
  const { status } = spawnSync('npm', ['run', '-s', 'generate'], { stdio, shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
  replace(GENERATED_STAMP, generatedStamp());
};

const outputOf = (file) => join('dist', file.replace(/\.ts$/, '.js'));

const optionsFor = (file) => ({
  filename: file,
  swcrc: false,
  sourceMaps: true,
  inlineSourcesContent: false,
  sourceFileName: relative(dirname(outputOf(file)), file),
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    keepClassNames: true,
  },
  // Libraries that only some commands need are loaded by import().
  module: { type: 'commonjs', ignoreDynamic: true },
});

const emit = async (file, text) => {
  if (!file.endsWith('.ts')) return replace(outputOf(file), text);
  const { transform } = await import('@swc/core');
  const { code, map } = await transform(text, optionsFor(file));
  const output = outputOf(file);
  replace(`${output}.map`, map);
  replace(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
};

/** The text of each source, and of each JSON file that one imports. */
const readAll = (sources) => {
  const texts = new Map(sources.map((file) => [file, textOf(file)]));
  for (const [file, text] of [...texts]) {
    for (const [, name] of text.matchAll(IMPORTED_JSON)) {
      const json = join(dirname(file), name);
      texts.set(json, textOf(json));
    }
  }
  return texts;
};

/** The hash of each output's source. Absent where another program filled `dist`. */
const readBuilt = () => {
  const settings = hashOf(['scripts/build.mjs', 'package-lock.json'].map(textOf));
  const built = JSON.parse(textOf(BUILT) || '{}');
  if (built.settings === settings) return built;
  rmSync('dist', { recursive: true, force: true });
  return { settings, hashes: {} };
};

const record = (settings, hashes) => replace(BUILT, JSON.stringify({ settings, hashes }));

const build = async (folders) => {
  generate();
  const { settings, hashes } = readBuilt();
  const texts = readAll(sourcesIn(folders));
  const now = Object.fromEntries([...texts].map(([file, text]) => [file, hashOf([text])]));
  const changed = [...texts].filter(([file]) => hashes[file] !== now[file]);
  const gone = Object.keys(hashes).filter((file) => !existsSync(file));
  if (changed.length + gone.length === 0) return;
  // A build that is interrupted leaves its outputs named, so that the next one writes or removes them.
  record(settings, { ...hashes, ...Object.fromEntries(changed.map(([file]) => [file, 'unfinished'])) });
  await Promise.all(changed.map(([file, text]) => emit(file, text)));
  for (const file of gone) for (const end of ['', '.map']) rmSync(`${outputOf(file)}${end}`, { force: true });
  const kept = Object.entries({ ...hashes, ...now }).filter(([file]) => !gone.includes(file));
  record(settings, Object.fromEntries(kept));
};

/** Its types are generated, and leave nothing in its files. */
const buildScreens = async () => {
  const sources = filesIn(CONSOLE).filter((file) => !file.startsWith(join(CONSOLE, 'generated')));
  const stamp = hashOf([...sources, ...[...sources, 'package-lock.json'].map(textOf)]);
  if (textOf(CONSOLE_STAMP) === stamp) return;
  rmSync(CONSOLE_STAMP, { force: true });
  const { buildConsole } = await import('../packages/console/build.mjs');
  await buildConsole('dist');
  replace(CONSOLE_STAMP, stamp);
};

await build(process.argv.includes('--all') ? [...PRODUCT, ...OTHERS] : PRODUCT);
await buildScreens();
