import { rmSync } from 'node:fs';
import { temporaryDirectory } from '../../stores/postgres-cluster';
import { BINARY_VARIABLE, readOptions } from './options';
import { runRealStore } from './real-store';
import { rowsOf, tableOf } from './table';

const KEPT_OBJECTIONS = 10;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Rejects at Ctrl-C, and at an error that nobody caught, so that everything that was started is ended. */
const interruption = (): Promise<never> => {
  const stopped = new Promise<never>((_resolve, reject) => {
    process.once('uncaughtException', reject);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(`Ended by ${signal}`)));
  });
  // While nobody listens yet that is no fault.
  stopped.catch(() => undefined);
  return stopped;
};

/**
 * `npm run real-store -- [--nodes 1|3] [--kills N] [--minutes N] [--seed S]`, with EVENTSTORE_BINARY; ends with 1 when a
 * check fails or a measure is missed.
 */
const main = async (words: readonly string[]): Promise<number> => {
  const options = readOptions(words, process.env);
  const folder = temporaryDirectory();
  const report = await runRealStore({ ...options, folder, say, stopped: interruption() });
  for (const name of report.contract.failed) say(`FAILED contract: ${name}`);
  for (const { name, objections } of report.settled.checks) {
    say(`${objections.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    for (const objection of objections.slice(0, KEPT_OBJECTIONS)) say(`         ${objection}`);
  }
  const rows = rowsOf(report.measured);
  for (const line of tableOf(rows)) say(line);
  const ok = report.settled.ok && rows.every(({ isReached }) => isReached);
  const { nodes, kills, seed } = options;
  const told = `EventStoreDB ${report.version} nodes=${nodes} kills=${kills} seed=${seed} ${report.settled.summary}`;
  say(`REAL STORE ${ok ? 'OK' : 'FAILED'} ${told}`);
  if (ok) rmSync(folder, { recursive: true, force: true });
  else say(`The nodes' data and logs are left in ${folder}`);
  return ok ? 0 : 1;
};

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const text = error instanceof Error ? error : new Error(String(error));
    const isForOperator = text.message.includes(BINARY_VARIABLE) || text.message.startsWith('--');
    process.stderr.write(`${isForOperator ? text.message : (text.stack ?? text.message)}\n`);
    // What was under way when it failed would keep it alive.
    process.exit(1);
  },
);
