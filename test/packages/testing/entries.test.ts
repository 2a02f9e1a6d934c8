import fs from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';
import * as arbitraries from '../../../packages/testing/src/arbitraries';
import * as contracts from '../../../packages/testing/src/contracts';
import * as deciders from '../../../packages/testing/src/deciders';
import * as laws from '../../../packages/testing/src/laws';
import * as ledger from '../../../packages/testing/src/ledger';
import * as model from '../../../packages/testing/src/model';
import fc from '../../properties';

const FOLDER = path.join(__dirname, '../../../packages/testing');

const read = (file: string): string => fs.readFileSync(path.join(FOLDER, file), 'utf8');

const MODULES: Readonly<Record<string, object>> = {
  'fast-check': { __esModule: true, default: fc },
  'lastro-testing/deciders': deciders,
  'lastro-testing/arbitraries': arbitraries,
  'lastro-testing/laws': laws,
  'lastro-testing/contracts': contracts,
  'lastro-testing/ledger': ledger,
  'lastro-testing/model': model,
};

const compiled = (text: string): string =>
  transformSync(text, {
    ...{ swcrc: false, module: { type: 'commonjs' } },
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  }).code;

/** The output of the example, and the output in its last comment. */
const printedBy = async (text: string): Promise<readonly [string, string]> => {
  const printed: string[] = [];
  const console = { log: (...words: readonly unknown[]) => printed.push(words.join(' ')) };
  const run = new Function('require', 'exports', 'console', `return (async () => {${compiled(text)}\n})();`) as (
    ...words: readonly unknown[]
  ) => Promise<void>;
  await run((name: string) => MODULES[name], {}, console);
  return [printed.join('\n'), /\n\/\/ (.*)\s*$/.exec(text)?.[1] ?? 'none'];
};

const exampleIn = (entry: string): string =>
  (/ \* @example\n((?: \* .*\n)+) \*\//.exec(read(`src/${entry}.ts`))?.[1] ?? '').replaceAll(/^ \* /gm, '');

const ENTRIES = ['deciders', 'arbitraries', 'laws', 'contracts', 'ledger', 'model'];

test.each(ENTRIES)('the example of lastro-testing/%s prints its promised output', async (entry) => {
  const [printed, said] = await printedBy(exampleIn(entry));
  expect(printed).toBe(said);
});

test('the examples of the page print their promised output', async () => {
  const examples = [...read('README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text);
  expect(examples).toHaveLength(4);
  for (const text of examples) {
    const [printed, said] = await printedBy(text);
    expect(printed).toBe(said);
  }
});

test('the package exports its entries, and needs only fast-check', () => {
  const manifest = JSON.parse(read('package.json')) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  expect(Object.keys(manifest['exports'] ?? {})).toEqual([...ENTRIES.map((entry) => `./${entry}`), './package.json']);
  expect(manifest['peerDependencies']).toEqual({ 'fast-check': '^4.0.0' });
  expect(manifest['dependencies']).toBeUndefined();
});

test('the page names the exports of every entry', () => {
  const page = read('README.md');
  const names = [deciders, arbitraries, laws, contracts, ledger, model].flatMap((entry) => Object.keys(entry));
  const unnamed = ['tested', 'VERSION', 'FAULTS', 'faultyCommandsOf', 'payeeNames', 'sentencesOf'];
  expect(names.filter((name) => !page.includes(`\`${name}\``)).toSorted()).toEqual(unnamed.toSorted());
});
