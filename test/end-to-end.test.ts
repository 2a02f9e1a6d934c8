import { runProgram, temporaryDataDir } from './system/end-to-end/support/run-service';

// The demo starts a service, a chain and a database, and plays four payments: slow on a busy machine.
const ENDS_WITHIN_MS = 170_000;
const LONGEST_MS = ENDS_WITHIN_MS + 10_000;

/** Cash-outs: two on the EVM, one on Solana. */
const INTENTS = 3;

describe('npm run demo', () => {
  const { dataDir, remove } = temporaryDataDir();
  afterAll(remove);

  test(
    'turns transfers on local chains into payouts, and counts them in its last line',
    async () => {
      // The demo ignores the settings of an installation.
      const installation = {
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres://127.0.0.1:1',
        WEBHOOK_HEADER_PREFIX: 'Acme',
      };
      const { code, stdout, stderr } = await runProgram(
        'demo',
        [],
        { ...installation, DATA_DIR: dataDir },
        ENDS_WITHIN_MS,
      );
      const lines = stdout.trimEnd().split('\n');
      expect({ code, stderr, last: lines.at(-1) }).toEqual({
        code: 0,
        stderr: '',
        last: `DEMO OK intents=${INTENTS} status=COMPLETED webhooks=${INTENTS * 2}`,
      });
      expect(stdout).toMatch(/PENDING[\s\S]*PROCESSING[\s\S]*COMPLETED[\s\S]*PENDING[\s\S]*PROCESSING[\s\S]*COMPLETED/);
      // Each cash-out sends two, the cash-in and the withdrawal one each.
      expect(stdout.match(/signature verified/g)).toHaveLength(INTENTS * 2 + 2);
      expect(stdout).toMatch(/CASHIN_COMPLETED[\s\S]*WITHDRAW_COMPLETED[\s\S]*DEMO OK/);
      expect(stdout).toMatch(/CashoutCompleted\s+by system:payouts/);
    },
    LONGEST_MS,
  );
});
