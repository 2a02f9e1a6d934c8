import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';
import * as model from '../../../packages/testing/src/model';
import {
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir };
let service: RunningProcess;
let keys: readonly string[];

beforeAll(async () => {
  service = await startProgram('start', environment);
  const words = ['partner', 'create', '--name', 'Other', '--mode', 'sandbox', '--json'];
  const { stdout } = await runProgram('ledger', words, environment);
  keys = [demoKeyOf(service), (JSON.parse(stdout) as { readonly apiKey: string }).apiKey];
});
afterAll(async () => {
  await service.stop();
  remove();
});

/** The example of the page, against the service that was started. */
const drivenByPage = async (): Promise<Pick<model.Report, 'runs' | 'violations'>> => {
  const page = readFileSync(path.join(projectRoot(), 'packages/testing/README.md'), 'utf8');
  const example =
    /```js\nimport [^\n]*\n(.*?)```/s.exec(page)?.[1]?.replace('http://127.0.0.1:3000', service.url) ?? '';
  const run = new Function(
    'driveService',
    'process',
    `return (async () => {${example}return { runs, violations };})();`,
  );
  const env = { API_KEY: keys[0], OTHER_API_KEY: keys[1] };
  return run(model.driveService, { env }) as Promise<Pick<model.Report, 'runs' | 'violations'>>;
};

test('runs npm start with 50 users and finds no violation', async () => {
  expect(await drivenByPage()).toEqual({ runs: 50, violations: [] });
});

test('completes payments, and tests every law', async () => {
  const [first, second] = keys.map((apiKey) => ({ mode: 'sandbox', apiKey }) as const);
  const credentials = [first!, second!] as const;
  const report = await model.driveService({ baseUrl: service.url, credentials, runs: 25, seed: 7 });
  expect(report.violations).toEqual([]);
  expect(Object.keys(report.cases)).toHaveLength(8);
  expect(report.statuses['COMPLETED']).toBeGreaterThan(0);
});
