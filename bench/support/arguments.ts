import { parseArgs } from 'node:util';
import { FULL, QUICK, type Scale, withRows } from '../figures';

export interface Asked {
  readonly names: readonly string[];
  readonly scale: Scale;
}

/** Names of several benchmarks together. */
export type Groups = Readonly<Record<string, readonly string[]>>;

export const helpOf = (known: readonly string[], groups: Groups = {}): string => `npm run bench -- [options] [names]

Measures against baselines of the same run, prints a table and a summary, and writes bench/results.json after each
benchmark. Rows of other benchmarks stay when the same clean commit and machine measured them. A benchmark that fails
is a row that says so; then the run ends with 1.

  --only a,b   these benchmarks alone; names without an option do the same
  --quick      small and short, to try the programs; bench/results.json stays as it is
  --rows N     lists over N intents; bench/results.json stays as it is
  --help       this text

Benchmarks: ${known.join(', ')}
${Object.entries(groups)
  .map(([group, names]) => `\n${group}: ${names.join(', ')}`)
  .join('')}`;

/** Null: help is asked for. Throws at an unknown name or option. */
export const readArguments = (
  words: readonly string[],
  known: readonly string[],
  groups: Groups = {},
): Asked | null => {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      help: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      rows: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (values.help) return null;
  const given = [...positionals, ...values.only.flatMap((names) => names.split(','))];
  const named = new Set(given.flatMap((name) => groups[name] ?? [name]));
  const unknown = [...named].filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join(', ')}; there are ${known.join(', ')}`);
  const scale = values.quick ? QUICK : FULL;
  return {
    names: named.size === 0 ? known : known.filter((name) => named.has(name)),
    scale: values.rows === undefined ? scale : withRows(scale, Number(values.rows)),
  };
};
