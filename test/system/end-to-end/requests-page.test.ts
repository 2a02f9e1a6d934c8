import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '../../../infra/project-root';
import { requestsPage } from '../../requests-page';
import { demoKeyOf, LEDGER_IN_SHELL, type RunningProcess, startProgram, temporaryDataDir } from './support/run-service';

/** The page waits for what it has begun, at most two minutes each time. */
const PAGE_TIMEOUT_MS = 300_000;
jest.setTimeout(PAGE_TIMEOUT_MS + 120_000);

const blocks = [...requestsPage().matchAll(/^```(?:sh|shell)\n(.*?)^```$/gms)].map(([, text = '']) => text);

interface Answer {
  readonly success?: boolean;
  readonly data?: {
    readonly status?: string;
    readonly type?: string;
    readonly replays?: number;
    readonly deliveryMode?: string;
    readonly withdrawId?: string;
    readonly sessionId?: string;
  };
}

/** The answers among what was printed: one a line. */
const answersIn = (stdout: string): readonly Answer[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Answer);

/** Last status of the object with such an id or mode: the page waits for an end, good or bad. */
const lastStatusOf = (answers: readonly Answer[], name: 'deliveryMode' | 'withdrawId' | 'sessionId') =>
  answers.findLast(({ data }) => data?.[name] !== undefined && data.status !== undefined)?.data?.status;

const needed = ['bash -c true', 'curl --fail-with-body --version', 'openssl version'];
const missing = needed.filter((command) => spawnSync('sh', ['-c', command]).status !== 0);
if (missing.length > 0) process.stderr.write(`The page of requests is NOT run: it needs ${missing.join(' and ')}\n`);

(missing.length === 0 ? describe : describe.skip)('the page of requests against npm start', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100', WEBHOOK_RETRY_DELAYS_MS: '50,50,50' };
  let service: RunningProcess;

  beforeAll(async () => {
    service = await startProgram('start', environment);
  });
  afterAll(async () => {
    await service.stop();
    remove();
  });

  test('each block runs, in order, including payments', async () => {
    expect(blocks.length).toBeGreaterThan(20);
    const chainOf = (family: string) =>
      new RegExp(`chain\\s+(http:\\S+) \\(${family},`).exec(service.stdout())?.[1] ?? '';
    const env = {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, LASTRO: service.url },
      ...{ API_KEY: demoKeyOf(service), CHAIN: chainOf('evm'), SOLANA: chainOf('solana') },
    };
    const script = [LEDGER_IN_SHELL, ...blocks].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      ...{ env, cwd: projectRoot(), timeout: PAGE_TIMEOUT_MS, maxBuffer: 20_000_000 },
    });
    const answers = answersIn(stdout);
    // The first quote of a wallet without approval.
    expect(answers.filter(({ success }) => success === false)).toMatchObject([{ code: 'INSUFFICIENT_KYC' }]);
    const receipts = answers.filter(({ data }) => data?.type === 'pix' && data.status === 'COMPLETED');
    expect(receipts).toHaveLength(2);
    expect({
      cashin: lastStatusOf(answers, 'deliveryMode'),
      withdrawal: lastStatusOf(answers, 'withdrawId'),
      session: lastStatusOf(answers, 'sessionId'),
    }).toEqual({ cashin: 'COMPLETED', withdrawal: 'COMPLETED', session: 'APPROVED' });
    expect(answers).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ replays: 1 }) }));
  });
});
