// Runs one payment end to end and the contract suite against the event store that EVENTSTORE_URL names.
import { spawnSync } from 'node:child_process';

const HELP = `EVENTSTORE_URL=esdb://... npm run real-store

Checks an EventStoreDB or KurrentDB: a service pays on it and starts again, then the contract suite runs.
The store must be empty, and nothing of it is of use afterwards. Exit code 0: everything passed.`;

/** The service comes first: it opens a ledger in an empty store alone. */
const SUITES = [
  ['jest.system.cjs', 'test/system/end-to-end/given-store'],
  ['jest.integration.cjs', 'test/integration/infra/event-store/given.contract'],
];

const isPassed = ([config, suite]) => {
  const words = ['node_modules/jest/bin/jest.js', `--config=${config}`, '--maxWorkers=1', suite];
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status === 0;
};

const [word] = process.argv.slice(2);
if (word === '--help' || word === '-h') {
  console.log(HELP);
} else if (word !== undefined || !process.env.EVENTSTORE_URL) {
  console.error(word === undefined ? `EVENTSTORE_URL is not set.\n\n${HELP}` : `${word} is no option.\n\n${HELP}`);
  process.exitCode = 1;
} else {
  const failed = SUITES.filter((suite) => !isPassed(suite)).map(([, suite]) => suite);
  console.log(failed.length === 0 ? 'REAL STORE OK' : `REAL STORE FAILED: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
