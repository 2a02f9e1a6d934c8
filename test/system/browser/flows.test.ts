import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { readRunFile } from '../../../infra/run-file';
import { type RunningProcess, runProgram, startProgram } from '../end-to-end/support/run-service';
import { isThere, watched } from './chromium';
import { type OpenedConsole, openConsole } from './opened-console';
import { SCREENS } from './screens';

jest.setTimeout(360_000);

const UNANSWERED = 'The service does not answer. This page shows what was known before; it asks again.';
const MONTH = new Date().toISOString().slice(0, 7);

const inBrowser = isThere ? describe : describe.skip;

inBrowser('the console', () => {
  let opened: OpenedConsole;
  let later: RunningProcess | null = null;

  const signedIn = async () => {
    const seen = await watched(opened.browser, opened.service.url, SCREENS[0]);
    await seen.page.goto(opened.linkOf('dev-first'));
    await seen.page.locator('button.primary').click();
    await seen.page.locator('.person').waitFor();
    return seen;
  };

  beforeAll(async () => {
    opened = await openConsole('a quiet hold');
  });
  afterAll(async () => {
    await later?.stop();
    await opened.close();
  });

  const readPosition = async (): Promise<string> => {
    const run = await readRunFile(opened.environment['DATA_DIR'] ?? '');
    const client = new Client({ connectionString: run?.databaseUrl });
    await client.connect();
    const text = `SELECT position_commit::text AS at FROM lastro.named_checkpoints WHERE projection = 'audit-trail'`;
    const { rows } = await client.query<{ at: string }>(text).finally(() => client.end());
    return rows[0]?.at ?? '';
  };

  test('exports the payments of a month with the same bytes for the same position', async () => {
    const { page, wrong, close } = await signedIn();
    const position = await readPosition();
    await page.goto(`${opened.service.url}/console/access`);
    const exported = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Export payments' }).click();
      await page.locator('dialog input[name=month]').fill(MONTH);
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

  test('says that the service is down, goes on after its start, and shows the release of that time', async () => {
    const { page, close } = await signedIn();
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
