import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Receiver, startReceiver } from '../../stores/receiver';
import { type RunningProcess, runProgram, startProgram, temporaryDataDir } from '../end-to-end/support/run-service';
import { isThere, launch, type Watched, watched } from './chromium';
import { FAILS_FAST } from './opened-console';
import { pictureOf, SCREENS } from './screens';

jest.setTimeout(360_000);

const inBrowser = isThere ? describe : describe.skip;
const EMAIL = 'ana@partner.example';

inBrowser('the dashboard', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { ...FAILS_FAST, DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
  let service: RunningProcess;
  let browser: Browser;
  let receiver: Receiver;
  let status = 500;

  const ledger = async (...words: string[]): Promise<Record<string, string>> => {
    const { code, stdout, stderr } = await runProgram('ledger', [...words, '--json'], environment);
    if (code !== 0) throw new Error(`ledger ${words.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as Record<string, string>;
  };
  /** The link of the newest mail. */
  const mailedLink = (): string => {
    const mails = JSON.parse(readFileSync(path.join(dataDir, 'outbox.json'), 'utf8')) as { to: string; text: string }[];
    return /http\S+/.exec(mails.filter(({ to }) => to === EMAIL).at(-1)?.text ?? '')?.[0] ?? '';
  };
  const signIn = async ({ page }: Watched): Promise<void> => {
    await page.goto(`${service.url}/dashboard/`);
    await page.locator('input[type=email]').fill(EMAIL);
    await page.locator('button.primary').click();
    await page.locator('output.notice').waitFor();
    await page.goto('about:blank');
    await page.goto(mailedLink());
    await page.locator('input[type=radio]').waitFor();
    await page.locator('button.primary').click();
    await page.locator('.person').waitFor();
  };
  const open = async (page: Page, screen: string): Promise<void> => {
    await page.goto(`${service.url}/dashboard/test/${screen}`);
    await page.locator('main h1').waitFor();
  };
  /** Browsers report a session and a destination that are missing. */
  const wrongIn = ({ wrong }: Watched) => wrong.filter((text) => !/status of (401|404)/.test(text));

  beforeAll(async () => {
    [service, browser] = await Promise.all([startProgram('start', environment), launch()]);
    receiver = await startReceiver((response) => void response.writeHead(status).end());
    const { partnerId = '' } = await ledger('partner', 'create', '--name', 'Loja Nova');
    await ledger('partner', 'invite', partnerId, '--email', EMAIL, '--role', 'owner');
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await receiver.stop();
    remove();
  });

  test('leads a new partner from the mail to a first payment, and to a delivery that is sent again', async () => {
    const seen = await watched(browser, service.url, SCREENS[0]);
    const { page } = seen;
    await signIn(seen);
    expect(page.url()).toBe(`${service.url}/dashboard/`);
    await open(page, 'developers');
    await page.locator('input[name=name]').fill('server');
    await page.getByRole('button', { name: 'Make a key' }).click();
    expect(await page.locator('pre.secret').innerText()).toMatch(/^sk_live_[0-9a-f]{64}$/);
    await page.getByRole('button', { name: 'Make a new HMAC secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new HMAC secret' }).click();
    const hmacSecret = page.locator('section[aria-labelledby=hmac] pre.secret');
    expect(await hmacSecret.innerText()).toMatch(/^[0-9a-f]{64}$/);
    await page.locator('input[type=url]').fill(receiver.url);
    await page.getByRole('button', { name: 'Save the destination' }).click();
    await page.getByRole('button', { name: 'Remove the destination' }).waitFor();
    await open(page, 'sandbox');
    await page.getByRole('button', { name: 'Make the payment' }).click();
    await page.getByRole('link', { name: 'Open the payment' }).click();
    await page.locator('#timeline').waitFor();
    while ((await page.getByText('The cash-out is complete.').count()) === 0) {
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.locator('#timeline').waitFor();
    }
    expect(await seen.findings()).toEqual([]);
    await open(page, 'deliveries');
    await page.getByRole('link', { name: 'INTENT_COMPLETED' }).click();
    const loadUntil = async (name: string) => {
      while ((await page.locator('.lead .status', { hasText: name }).count()) === 0) {
        await page.getByRole('button', { name: 'Load again' }).click();
        await page.locator('main h2').first().waitFor();
      }
    };
    await loadUntil('Exhausted');
    status = 200;
    await page.getByRole('button', { name: 'Send again' }).click();
    await loadUntil('Delivered');
    expect(await page.locator('pre').innerText()).toContain('"INTENT_COMPLETED"');
    await open(page, 'start');
    await page.locator('.status.good').nth(3).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie')).toBe('{}');
    expect(wrongIn(seen)).toEqual([]);
    await seen.close();
  });

  test.each([SCREENS[1], SCREENS[3]])('has no finding on any page ($name)', async (screen) => {
    const seen = await watched(browser, service.url, screen);
    const { page } = seen;
    await signIn(seen);
    for (const name of ['start', 'payments', 'deliveries', 'developers', 'users', 'sandbox', 'members']) {
      await open(page, name);
      const loading = page.locator('output.state');
      while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
      expect([name, await seen.findings()]).toEqual([name, []]);
      await pictureOf(page, `dashboard-${name}-${screen.name}`);
    }
    expect(wrongIn(seen)).toEqual([]);
    await seen.close();
  });
});
