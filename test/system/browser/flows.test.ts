import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { readRunFile } from '../../../infra/run-file';
import { startReceiver } from '../../stores/receiver';
import { ask, demoKeyOf, type RunningProcess, runProgram, startProgram } from '../end-to-end/support/run-service';
import { isThere } from './chromium';
import { type OpenedConsole, openConsole } from './opened-console';
import { signedIn } from './sign-in';

jest.setTimeout(360_000);

const UNANSWERED = 'The service does not answer. This page shows what was known before; it asks again.';

const inBrowser = isThere ? describe : describe.skip;

inBrowser('the console', () => {
  let opened: OpenedConsole;
  let later: RunningProcess | null = null;

  beforeAll(async () => {
    opened = await openConsole('a quiet hold');
  });
  afterAll(async () => {
    await later?.stop();
    await opened.close();
  });

  /** The month of the payment in São Paulo, and the end of the log once the audit trail has it. */
  const readBounds = async () => {
    const run = await readRunFile(opened.environment['DATA_DIR'] ?? '');
    const client = new Client({ connectionString: run?.databaseUrl });
    await client.connect();
    const read = async (text: string, ...values: readonly string[]) =>
      (await client.query<{ told: string }>(text, [...values])).rows[0]?.told ?? '';
    const position = await read('SELECT max(position)::text AS told FROM event_store.events');
    const reached = `SELECT position_commit >= $1::bigint AS told FROM lastro.named_checkpoints
      WHERE projection = 'audit-trail'`;
    while (!(await read(reached, position)));
    const month = await read(
      `SELECT to_char(completed_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM') AS told
         FROM lastro.payments WHERE payment_id = $1`,
      opened.paidId,
    );
    await client.end();
    return { position, month };
  };

  test('exports the payments of a month with the same bytes for the same position', async () => {
    const { page, wrong, close } = await signedIn(opened);
    const { position, month } = await readBounds();
    await page.goto(`${opened.service.url}/console/access`);
    const exported = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Export payments' }).click();
      await page.locator('dialog input[name=month]').fill(month);
      await page.locator('dialog input[name=to]').fill(position);
      await page.locator('textarea').fill('the accounts of the month');
      const download = page.waitForEvent('download');
      await page.locator('dialog button.primary').click();
      const file = readFileSync(await (await download).path(), 'utf8');
      await page.locator('dialog').waitFor({ state: 'detached' });
      return file;
    };
    const [first, second] = [await exported(), await exported()];
    expect(first).toContain(opened.paidId);
    expect(second).toBe(first);
    expect(wrong).toEqual([]);
    await close();
  });

  test('sends the exhausted webhooks of a partner again after a count', async () => {
    let status = 500;
    const receiver = await startReceiver((response) => void response.writeHead(status).end());
    const config = `${opened.service.url}/api/v1/partners/me/webhook-config`;
    const token = demoKeyOf(opened.service);
    await ask(config, { token, body: { url: receiver.url } });
    await Promise.all([ask(`${config}/test`, { token, body: {} }), ask(`${config}/test`, { token, body: {} })]);
    const { page, wrong, close } = await signedIn(opened);
    await page.goto(`${opened.service.url}/console/partners`);
    await page.locator('tbody a').first().click();
    const sandbox = page.getByRole('region', { name: 'sandbox' });
    await sandbox.locator('summary').click();
    const count = async (found: string) => {
      while ((await sandbox.getByText(found).count()) === 0) {
        await sandbox.getByRole('button', { name: 'Count' }).click();
        await sandbox.locator('details [aria-live] p').waitFor();
      }
    };
    await count('2 webhooks.');
    status = 200;
    await sandbox.getByRole('button', { name: 'Send them again' }).click();
    await page.locator('dialog textarea').fill('the partner has mended its server');
    await page.locator('dialog button.primary').click();
    await receiver.hasReceived(6);
    await count('No webhook fits.');
    expect(wrong).toEqual([]);
    await close();
    await receiver.stop();
  });

  test('reports a killed service, goes on after its start, and shows a release made meanwhile', async () => {
    const { page, close } = await signedIn(opened);
    const { service, environment, heldId } = opened;
    await page.goto(`${service.url}/console/payments/${heldId}`);
    await page.getByText('a quiet hold').first().waitFor();
    const exited = once(service.child, 'exit');
    service.child.kill('SIGKILL');
    await exited;
    await page.getByText(UNANSWERED).waitFor();
    const release = ['release', heldId, '--actor', 'ana', '--reason', 'the bank answered'];
    expect(await runProgram('ledger', release, environment)).toMatchObject({ code: 0 });
    later = await startProgram('start', { ...environment, PORT: new URL(service.url).port });
    await page.getByText('the bank answered').first().waitFor();
    await page.getByText(UNANSWERED).waitFor({ state: 'detached' });
    await close();
  });
});
