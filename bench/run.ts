import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../infra/project-root';
import { BENCHMARKS, GROUPS } from './benchmarks';
import { type Asked, helpOf, readArguments } from './support/arguments';
import { measureAlone } from './support/measure-alone';
import { readOrigin } from './support/origin';
import { isFailed, type Row, readResults, resultsWith, textOf } from './support/results';
import { runEach } from './support/run-each';
import { summaryOf, tableOf } from './support/table';

const FILE = path.join(projectRoot(), 'bench', 'results.json');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes what there is after each benchmark; a trial keeps nothing. */
const createKeeping = ({ scale }: Asked): ((rows: readonly Row[]) => void) => {
  if (scale.isTrial) return () => undefined;
  const origin = readOrigin();
  const before = existsSync(FILE) ? readResults(readFileSync(FILE, 'utf8')) : null;
  return (rows) => writeFileSync(FILE, textOf(resultsWith(before, origin, rows)));
};

/** `npm run bench`: answers whether all that was asked for was measured. */
const bench = async (asked: Asked): Promise<boolean> => {
  const interruption = new AbortController();
  const { signal } = interruption;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interruption.abort());
  const measure = (name: string) => {
    say(name);
    return measureAlone(name, asked.scale, signal);
  };
  const running = { names: asked.names, measure, onRows: createKeeping(asked), isInterrupted: () => signal.aborted };
  const rows = await runEach(running);
  if (rows.length > 0) say(`\n${tableOf(rows)}\n\n${summaryOf(rows)}\n`);
  if (signal.aborted) say('Interrupted');
  say(
    asked.scale.isTrial
      ? 'A trial shows that the programs work; bench/results.json stays as it was.'
      : `Written to ${FILE}`,
  );
  return !signal.aborted && !rows.some(isFailed);
};

const run = async (): Promise<boolean> => {
  const names = Object.keys(BENCHMARKS);
  const asked = readArguments(process.argv.slice(2), names, GROUPS);
  if (asked !== null) return bench(asked);
  say(helpOf(names, GROUPS));
  return true;
};

run().then(
  (isDone) => {
    process.exitCode = isDone ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
