import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type * as Deciders from 'lastro-testing/deciders';
import type * as Laws from 'lastro-testing/laws';
import ts from 'typescript';
import { FAULTS, type Fault } from './list';

type AnyDecider = Deciders.TestedDecider<never, never, never>;

const SUITE = path.join(__dirname, '../..');
const COPY = path.join(SUITE, 'node_modules/.copy/node_modules/lastro-testing');
const load = createRequire(path.join(SUITE, 'node_modules/.copy/faults.js'));

const edited = (text: string, { name, find, replace }: Fault): string => {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${name}: the text to replace is there ${parts.length - 1} times`);
  return parts.join(replace);
};

const compiled = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: true },
  }).outputText;

/** Edits one file of the sources in a copy of the installed package and compiles it again. The answer undoes it. */
const plant = (sources: string, fault: Fault): (() => void) => {
  const text = fs.readFileSync(path.join(sources, 'aggregates', fault.file), 'utf8');
  const file = path.join(COPY, 'dist/aggregates', fault.file.replace(/\.ts$/, '.js'));
  const original = fs.readFileSync(file);
  fs.writeFileSync(file, compiled(edited(text, fault)));
  for (const name of Object.keys(require.cache)) if (name.startsWith(COPY)) delete require.cache[name];
  return () => fs.writeFileSync(file, original);
};

interface Found {
  readonly law: string;
  readonly message: string;
}

/** A law without a case in the decider finds nothing. */
const messageOf = (law: Laws.Law, decider: AnyDecider, seed: number): Promise<string> =>
  law(decider, { seed }).then(
    () => '',
    (error: unknown) => {
      const { message } = error as Error;
      return message.includes(' breaks this law.') ? message : '';
    },
  );

const foundBy = async (fault: Fault, seed: number): Promise<readonly Found[]> => {
  const decider = (load('lastro-testing/deciders') as Record<string, AnyDecider>)[fault.decider];
  if (decider === undefined) throw new Error(`${fault.decider} is no decider`);
  const found: Found[] = [];
  for (const [name, law] of Object.entries(load('lastro-testing/laws') as typeof Laws)) {
    if (name === 'law' || name === 'sentencesOf') continue;
    const message = await messageOf(law as Laws.Law, decider, seed);
    if (message !== '') found.push({ law: name, message });
  }
  return found;
};

/** Beside its sentences a message has a title, a line above them and the fault below. */
const sentencesIn = ({ message }: Found): number => message.split('\n').length - 3;

const rowOf = ({ name }: Fault, found: readonly Found[], isFound: boolean): string =>
  isFound
    ? `| ${name} | ${found.map(({ law }) => law).join(', ')} | ${Math.min(...found.map(sentencesIn))} |`
    : `| ${name} | NOT FOUND, but by ${found.length} other laws | - |`;

/**
 * `npm run faults -- [--seed N] [--sources FOLDER] [words]`: prints the histories of the faults whose name has the
 * words.
 */
const main = async (): Promise<void> => {
  const options = {
    seed: { type: 'string', default: '7' },
    sources: { type: 'string', default: path.join(SUITE, '../..') },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  fs.cpSync(path.join(SUITE, 'node_modules/lastro-testing'), COPY, { recursive: true });
  console.log('| fault | found by | sentences |\n|---|---|---|');
  for (const fault of FAULTS.filter(({ name }) => name.includes(positionals.join(' ')))) {
    const takeBack = plant(values.sources, fault);
    const found = await foundBy(fault, Number(values.seed));
    takeBack();
    const isFound = fault.laws.every((law) => found.some((each) => each.law === law));
    console.log(rowOf(fault, found, isFound));
    if (!isFound) process.exitCode = 1;
    if (positionals.length > 0) console.log(`\n${fault.why}\n\n${found.map(({ message }) => message).join('\n\n')}`);
  }
};

void main();
