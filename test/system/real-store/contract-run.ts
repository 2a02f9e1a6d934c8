import { execFile } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';

export interface ContractRun {
  readonly passed: number;
  readonly total: number;
  /** Names of the tests that failed. */
  readonly failed: readonly string[];
}

interface Told {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const SUITE = 'test/integration/infra/event-store/given.contract';
const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 20_000_000;

/** Pure: from what the test runner tells as JSON. */
export const contractRunOf = (json: string): ContractRun => {
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(json) as Told;
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
  return { passed: numPassedTests, total: numTotalTests, failed };
};

/** The contract suite as anybody runs it against a server of his own. */
export const runContract = (url: string): Promise<ContractRun> => {
  const root = projectRoot();
  const words = [
    path.join(root, 'node_modules/jest/bin/jest.js'),
    '--config=jest.integration.cjs',
    '--json',
    '--maxWorkers=1',
    SUITE,
  ];
  const options = {
    cwd: root,
    env: { ...process.env, EVENTSTORE_URL: url },
    ...{ timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES },
  };
  return new Promise((resolve, reject) => {
    // A suite that fails ends with 1, and tells all the same.
    execFile(process.execPath, words, options, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(contractRunOf(stdout));
      else reject(new Error(`The contract suite did not run: ${stderr}`, { cause: error }));
    });
  });
};
