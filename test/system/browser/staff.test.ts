import { Client } from 'pg';
import { readRunFile } from '../../../infra/run-file';
import { isThere, type Watched } from './chromium';
import { EXTERNAL_ID, type OpenedConsole, openConsole } from './opened-console';
import { pictureOf, SCREENS } from './screens';
import { signedIn } from './sign-in';

jest.setTimeout(360_000);

/** Height of the bar while its parts stand beside each other. */
const ONE_LINE_PX = 60;

const inBrowser = isThere ? describe : describe.skip;

inBrowser('the screens of the staff', () => {
  let opened: OpenedConsole;

  const open = ({ page }: Watched, path: string): Promise<unknown> =>
    page.goto(`${opened.service.url}/console/${path}`);

  beforeAll(async () => {
    opened = await openConsole();
  });
  afterAll(() => opened.close());

  test.each(SCREENS)('have no finding ($name)', async (screen) => {
    const seen = await signedIn(opened, screen);
    const { page } = seen;
    const bar = await page.locator('.bar').boundingBox();
    if (screen.viewport.width >= 1_280) expect(bar?.height).toBeLessThan(ONE_LINE_PX);
    const look = async (name: string, shown: string) => {
      await page.locator(shown).first().waitFor();
      expect(await seen.findings()).toEqual([]);
      await pictureOf(page, `${name}-${screen.name}`);
    };
    for (const [name, shown] of [
      ['networks', 'article .facts'],
      ['projections', 'article .tools'],
      ['partners', 'tbody tr'],
      ['operators', '#sessions + .scroll tbody tr'],
    ] as const) {
      await open(seen, name);
      await look(name, shown);
    }
    await open(seen, 'partners');
    await page.locator('tbody a').first().click();
    await look('partner', '#mode-sandbox');
    await page.locator('.tools a[href*="users"]').click();
    await look('users', 'tbody tr');
    await page.locator('tbody a').first().click();
    await look('user', '#payments + .scroll tbody tr');
    expect(seen.wrong).toEqual([]);
    await seen.close();
  });

  test('finds a user by an e-mail that is in no address, and logs the search', async () => {
    const seen = await signedIn(opened, SCREENS[3]);
    const { page } = seen;
    await open(seen, 'users');
    await page.getByRole('button', { name: 'Search by a document' }).click();
    await page.locator('input[name=document]').fill(EXTERNAL_ID);
    await page.locator('textarea').fill('a court order');
    expect(await seen.findings()).toEqual([]);
    await pictureOf(page, 'document-narrow-dark-en');
    await page.locator('dialog button.primary').click();
    await page.locator('dialog a').click();
    await page.locator('#sessions').waitFor();
    expect(page.url()).not.toContain('canario');
    await page.getByRole('button', { name: 'Block the user' }).click();
    await page.locator('textarea').fill('asked by the court');
    await page.locator('dialog button.primary').click();
    await page.getByText('Reason: asked by the court').waitFor();
    await open(seen, 'access');
    await page.getByText('a court order').waitFor();
    expect(await seen.findings()).toEqual([]);
    await pictureOf(page, 'access-narrow-dark-en');
    expect(await page.content()).not.toContain('canario');
    expect(seen.wrong).toEqual([]);
    await seen.close();
  });

  test('shows rows that were changed by hand, and swaps them once an admin accepts', async () => {
    const client = new Client({
      connectionString: (await readRunFile(opened.environment['DATA_DIR'] ?? ''))?.databaseUrl,
    });
    await client.connect();
    await client.query(`UPDATE lastro.payments SET status = 'EXPIRED' WHERE payment_id = $1`, [opened.paidId]);
    const seen = await signedIn(opened, SCREENS[0]);
    const { page } = seen;
    await open(seen, 'projections');
    const article = page.locator('article', { has: page.locator('h2 code', { hasText: /^payments$/ }) });
    const say = async (button: string, reason: string) => {
      await article.getByRole('button', { name: button }).click();
      await page.locator('textarea').fill(reason);
      await page.locator('dialog button.primary').click();
    };
    await say('Rebuild', 'the list shows a wrong state');
    await article.getByText('Rows differ: nothing was swapped').waitFor();
    expect(await article.locator('tbody').innerText()).toContain('EXPIRED');
    expect(await seen.findings()).toEqual([]);
    await pictureOf(page, 'differences-wide-light-en');
    await say('Accept the differences', 'spoiled by hand');
    await article.getByText('Rebuilt and swapped').waitFor();
    const { rows } = await client.query('SELECT status FROM lastro.payments WHERE payment_id = $1', [opened.paidId]);
    await client.end();
    expect(rows).toEqual([{ status: 'COMPLETED' }]);
    expect(seen.wrong).toEqual([]);
    await seen.close();
  });

  test('signs an operator out at the next click after the key was revoked', async () => {
    const [first, second] = [await signedIn(opened, SCREENS[0]), await signedIn(opened, SCREENS[2], 'dev-second')];
    await open(first, 'operators');
    const row = first.page.locator('tr', { hasText: 'dev-second' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await first.page.locator('textarea').fill('left the company');
    expect(await first.findings()).toEqual([]);
    await first.page.locator('dialog button.primary').click();
    await row.first().getByText('revoked').waitFor();
    await second.page.getByRole('link', { name: 'Depósitos' }).click();
    await second.page.getByText('Sua sessão terminou.').waitFor();
    await first.close();
    await second.close();
  });
});
