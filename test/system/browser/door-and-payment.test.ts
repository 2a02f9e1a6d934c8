import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openIntent, payIntent, registerApprovedUser, sendPayment, waitForStatus } from '../end-to-end/support/pay';
import {
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';
import { isThere, launch, type Watched, watched } from './chromium';

jest.setTimeout(360_000);

const inBrowser = isThere ? describe : describe.skip;

const HOSTILE = '<img src=x onerror="alert(1)">\u202Egnp.exe\u200B';
/** The sandbox's bank leaves its payout open. */
const STUCK_KEY = '00000000-0000-4000-8000-000000000005';
const EXTERNAL_ID = 'maria.canario@pessoa.example';
const PICTURES = process.env['CONSOLE_PICTURES'];

const WIDE = { width: 1_280, height: 900 };
const NARROW = { width: 360, height: 740 };

/** Each language and colour scheme, and the narrow screen. */
const SCREENS = [
  { name: 'wide-light-en', viewport: WIDE, colorScheme: 'light', locale: 'en-GB' },
  { name: 'wide-dark-pt', viewport: WIDE, colorScheme: 'dark', locale: 'pt-BR' },
  { name: 'narrow-light-pt', viewport: NARROW, colorScheme: 'light', locale: 'pt-BR' },
  { name: 'narrow-dark-en', viewport: NARROW, colorScheme: 'dark', locale: 'en-GB' },
] as const;

const pictureOf = async (page: Page, name: string): Promise<void> => {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
};

inBrowser('the console', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
  let service: RunningProcess;
  let browser: Browser;
  let paidId: string;
  let heldId: string;

  const linkOf = (name: string): string => new RegExp(`${name} +(http\\S+)`).exec(service.stdout())?.[1] ?? '';
  const addressOf = (id: string): string => `${service.url}/console/payments/${id}`;

  const signedIn = async (screen: (typeof SCREENS)[number]): Promise<Watched> => {
    const seen = await watched(browser, service.url, screen);
    await seen.page.goto(linkOf('dev-first'));
    await seen.page.locator('button.primary').click();
    await seen.page.locator('.person').waitFor();
    return seen;
  };

  const openPayment = async ({ page }: Watched, id: string): Promise<void> => {
    await page.goto(addressOf(id));
    await page.locator('.happening').first().waitFor();
  };

  beforeAll(async () => {
    [service, browser] = await Promise.all([startProgram('start', environment), launch()]);
    const { token } = await registerApprovedUser(service, demoKeyOf(service), EXTERNAL_ID);
    const paid = await openIntent(service, token, { key: 'loja@pix.example', name: 'LOJA' });
    const held = await openIntent(service, token, { key: STUCK_KEY, name: 'LOJA' });
    await payIntent(service, token, paid);
    await sendPayment(service, held);
    await waitForStatus(service, token, held.intentId, 'PROCESSING');
    paidId = paid.intentId;
    heldId = held.intentId;
    const hold = ['hold', heldId, '--actor', 'ana', '--reason', HOSTILE];
    // The payout is requested just after the deposit is accepted.
    while ((await runProgram('ledger', hold, environment)).code !== 0);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    remove();
  });

  test('signs in by the printed link, which leaves the address at once', async () => {
    const seen = await watched(browser, service.url, SCREENS[0]);
    const { page } = seen;
    await page.goto(linkOf('dev-second'));
    await page.locator('button.primary').waitFor();
    expect(await page.locator('main').innerText()).toContain('You sign in as dev-second, operator.');
    expect(page.url()).toBe(`${service.url}/console/`);
    await page.locator('button.primary').click();
    await page.locator('.person').waitFor();
    expect(await page.locator('.person').innerText()).toBe('dev-second, operator');
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie')).toBe('{}');
    expect(seen.wrong).toEqual([]);
    await seen.close();
  });

  test.each(SCREENS)('has no finding on any page ($name)', async (screen) => {
    const seen = await watched(browser, service.url, screen);
    const { page, wrong } = seen;
    const look = async (name: string) => {
      expect(await seen.findings()).toEqual([]);
      await pictureOf(page, `${name}-${screen.name}`);
    };
    await page.goto(linkOf('dev-first'));
    await page.locator('button.primary').waitFor();
    await look('sign-in');
    await page.locator('button.primary').click();
    await page.locator('.person').waitFor();
    await look('home');
    await page.goto(`${service.url}/console/payments?mode=sandbox&held=true&amountFrom=1000`);
    await page.locator('tbody tr').first().waitFor();
    await page.locator('.filters summary').click();
    await look('payments');
    await page.goto(`${service.url}/console/search?q=bafk`);
    await page.locator('tbody tr').first().waitFor();
    await look('search');
    await page.goto(`${service.url}/console/payments?mode=sandbox&colour=red`);
    await page.locator('section[role=alert] h1').waitFor();
    await look('refused');
    wrong.length = 0;
    await openPayment(seen, paidId);
    await look('payment');
    await page.locator('input[type=range]').press('Home');
    await page.locator('.as-of .notice').waitFor();
    await look('as-of');
    await page.locator('.as-of .notice a').click();
    await page.locator('.as-of .notice').waitFor({ state: 'detached' });
    await page.locator('.happening details summary').first().click();
    await page.locator('.happening details[open] pre').waitFor();
    await look('payment-data');
    expect(wrong).toEqual([]);
    await page.goto(addressOf('bafynothing'));
    await page.locator('section[role=alert] h1').waitFor();
    await look('missing');
    await seen.close();
  });

  test.each([
    [SCREENS[0], 'Completed', 'The payout of R$ 50.00 settled'],
    [SCREENS[1], 'Concluído', 'O pagamento de R$ 50,00 foi liquidado'],
  ])('tells a payment in the language of the browser, without personal data (%#)', async (screen, state, settled) => {
    const seen = await signedIn(screen);
    await openPayment(seen, paidId);
    const text = await seen.page.locator('main').innerText();
    expect(text).toContain(state);
    expect(text).toContain(settled);
    expect(await seen.page.content()).not.toContain(EXTERNAL_ID);
    await seen.close();
  });

  test('opens a value for a reason, and keeps it nowhere', async () => {
    const seen = await signedIn(SCREENS[3]);
    const { page } = seen;
    await openPayment(seen, paidId);
    await page.getByRole('button', { name: 'Open personal data' }).click();
    await page.locator('textarea').fill('a court order');
    await pictureOf(page, 'opening-narrow-dark-en');
    expect(await seen.findings()).toEqual([]);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.opened', { hasText: EXTERNAL_ID }).waitFor();
    expect(await seen.findings()).toEqual([]);
    await pictureOf(page, 'opened-narrow-dark-en');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.happening', { hasText: 'Personal data was opened' }).waitFor();
    expect(await page.content()).not.toContain(EXTERNAL_ID);
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
    expect(seen.wrong).toEqual([]);
    await seen.close();
  });

  test('draws the words of a stranger as text, with what is invisible in them', async () => {
    const seen = await signedIn(SCREENS[0]);
    await openPayment(seen, heldId);
    const reason = seen.page.locator('blockquote');
    expect(await reason.innerText()).toBe('Reason: <img src=x onerror="alert(1)">U+202Egnp.exeU+200B');
    expect(await seen.page.locator('img').count()).toBe(0);
    expect(await seen.findings()).toEqual([]);
    await pictureOf(seen.page, 'held-wide-light-en');
    // The page follows the payment without a reload.
    await runProgram('ledger', ['release', heldId, '--actor', 'ana', '--reason', 'checked'], environment);
    await seen.page.locator('.happening', { hasText: 'Reason: checked' }).waitFor();
    // A busy machine may answer a question for news too late; the page asks again.
    expect(seen.wrong.filter((text) => !text.includes('503'))).toEqual([]);
    await seen.close();
  });

  test('finds a payment by a transaction, and puts no document into an address', async () => {
    const seen = await signedIn(SCREENS[0]);
    const { page } = seen;
    await page.locator('input[type=search]').fill('529.982.247-25');
    await page.keyboard.press('Enter');
    await page.getByText('must not be a document or an e-mail').waitFor();
    expect(page.url()).toBe(`${service.url}/console/`);
    await page.goto(`${service.url}/console/payments?mode=sandbox`);
    await page
      .getByRole('link', { name: /^Cash-out/ })
      .last()
      .click();
    const hash = await page.locator('dt:text("Transaction") + dd button').first().getAttribute('title');
    const address = page.url();
    await page.locator('input[type=search]').fill((hash ?? '').replace('Copy: ', ''));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deposits' }).waitFor();
    await page.locator(`a[href="${new URL(address).pathname}"]`).click();
    await page.locator('.happening').first().waitFor();
    await seen.close();
  });

  test('is used by the keyboard alone: opens a payment from the bar, and changes the language', async () => {
    const seen = await signedIn(SCREENS[0]);
    const { page } = seen;
    await page.keyboard.press('/');
    await page.keyboard.type(paidId);
    await page.keyboard.press('Enter');
    await page.locator('.happening').first().waitFor();
    expect(page.url()).toBe(addressOf(paidId));
    await page.getByLabel('Language').selectOption('pt-BR');
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('pt-BR');
    expect(seen.wrong).toEqual([]);
    await seen.close();
  });

  test('ends at the sign-in page after a sign-out, also in a page that is still open', async () => {
    const seen = await signedIn(SCREENS[0]);
    const other = await seen.page.context().newPage();
    await other.goto(addressOf(paidId));
    await other.locator('.happening').first().waitFor();
    await seen.page.getByRole('button', { name: 'Sign out' }).click();
    await seen.page.getByText('You are signed out.').waitFor();
    await other.getByRole('button', { name: 'Load again' }).click();
    await other.getByText('Your session ended.').waitFor();
    expect(await other.locator('body').innerText()).not.toContain('LOJA');
    await seen.close();
  });
});
