import type { Browser } from 'playwright-core';
import { type RunningProcess, runProgram } from '../end-to-end/support/run-service';
import { isThere, type Watched, watched } from './chromium';
import { EXTERNAL_ID, type OpenedConsole, openConsole } from './opened-console';
import { pictureOf, SCREENS } from './screens';
import { linkOf, signedIn } from './sign-in';

jest.setTimeout(360_000);

const inBrowser = isThere ? describe : describe.skip;

inBrowser('the console', () => {
  let opened: OpenedConsole;
  let service: RunningProcess;
  let browser: Browser;
  let paidId: string;
  let heldId: string;
  let unmatchedId: string;

  const addressOf = (id: string): string => `${service.url}/console/payments/${id}`;

  const openPayment = async ({ page }: Watched, id: string): Promise<void> => {
    await page.goto(addressOf(id));
    await page.locator('.happening').first().waitFor();
  };

  beforeAll(async () => {
    opened = await openConsole();
    ({ service, browser, paidId, heldId, unmatchedId } = opened);
  });
  afterAll(() => opened.close());

  test('signs in by the printed link, which is removed from the address at once', async () => {
    const seen = await watched(browser, service.url, SCREENS[0]);
    const { page } = seen;
    await page.goto(linkOf(service, 'dev-second'));
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
    await page.goto(linkOf(service, 'dev-first'));
    await page.locator('button.primary').waitFor();
    await look('sign-in');
    await page.locator('button.primary').click();
    await page.locator('.person').waitFor();
    await page.locator('.work .row').first().waitFor();
    await look('work');
    await page.locator('.work .row a', { hasText: /deposit|Depósito/ }).click();
    await page.locator('#candidates').waitFor();
    await look('deposit');
    await page.goto(`${service.url}/console/payments?mode=sandbox&held=true&amountFrom=1000`);
    await page.locator('tbody tr').first().waitFor();
    await page.locator('.filters summary').click();
    await look('payments');
    // Two of the four: both languages and both colour schemes.
    if (SCREENS.indexOf(screen) < 2) {
      await page.goto(`${service.url}/console/search?q=bafk`);
      await page.locator('tbody tr').first().waitFor();
      await look('search');
      await page.goto(`${service.url}/console/payments?mode=sandbox&colour=red`);
      await page.locator('section[role=alert] h1').waitFor();
      await look('refused');
    }
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
  ])('shows a payment in the language of the browser without personal data (%#)', async (screen, state, settled) => {
    const seen = await signedIn(opened, screen);
    await openPayment(seen, paidId);
    const text = await seen.page.locator('main').innerText();
    expect(text).toContain(state);
    expect(text).toContain(settled);
    expect(await seen.page.content()).not.toContain(EXTERNAL_ID);
    await seen.close();
  });

  test('shows a sealed value after a reason, and stores it nowhere', async () => {
    const seen = await signedIn(opened, SCREENS[3]);
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

  test('shows foreign text as text, with its invisible characters', async () => {
    const seen = await signedIn(opened, SCREENS[0]);
    await openPayment(seen, heldId);
    const reason = seen.page.locator('blockquote');
    expect(await reason.innerText()).toBe('Reason: <img src=x onerror="alert(1)">U+202Egnp.exeU+200B');
    expect(await seen.page.locator('img').count()).toBe(0);
    expect(await seen.findings()).toEqual([]);
    await pictureOf(seen.page, 'held-wide-light-en');
    // The page follows the payment without a reload.
    await runProgram('ledger', ['release', heldId, '--actor', 'ana', '--reason', 'checked'], opened.environment);
    await seen.page.locator('.happening', { hasText: 'Reason: checked' }).waitFor();
    // A busy machine may answer a question for news too late; the page asks again.
    expect(seen.wrong.filter((text) => !text.includes('503'))).toEqual([]);
    await seen.close();
  });

  test('finds a payment by a transaction, and writes no document into an address', async () => {
    const seen = await signedIn(opened, SCREENS[0]);
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

  test('works with the keyboard alone, to open a payment and to change the language', async () => {
    const seen = await signedIn(opened, SCREENS[0]);
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

  test('assigns a deposit by two operators, who both see the payment complete', async () => {
    const [first, second] = [await signedIn(opened, SCREENS[0]), await signedIn(opened, SCREENS[3], 'dev-second')];
    await openPayment(first, unmatchedId);
    await first.page.getByRole('link', { name: 'Work', exact: true }).click();
    // Other work may stand above the deposit.
    const waiting = first.page.getByRole('link', { name: /^Unmatched deposit/ });
    await waiting.waitFor();
    await first.page.keyboard.press('j');
    expect(await first.page.evaluate('document.activeElement.tagName')).toBe('A');
    await waiting.press('Enter');
    await first.page.getByRole('button', { name: 'Assign the deposit' }).click();
    await first.page.locator('textarea').fill('the payer told us of it');
    await first.page.locator('dialog button.primary').click();
    await first.page.getByText('Another person gives the second word.').waitFor();
    expect(await first.findings()).toEqual([]);
    await first.page.goto(addressOf(unmatchedId));
    await second.page.reload();
    await second.page.getByRole('link', { name: /^Proposal/ }).click();
    await second.page.getByRole('button', { name: 'Give the second word' }).click();
    await second.page.locator('textarea').fill('seen on the chain');
    expect(await second.findings()).toEqual([]);
    await pictureOf(second.page, 'second-narrow-dark-en');
    await second.page.locator('dialog button.primary').click();
    await second.page.getByText('Matched').first().waitFor();
    await first.page.locator('.head .status', { hasText: 'Completed' }).waitFor();
    await first.page.locator('.happening', { hasText: 'assigned the deposit' }).waitFor();
    expect([...first.wrong, ...second.wrong].filter((text) => !text.includes('503'))).toEqual([]);
    await first.close();
    await second.close();
  });

  test('shows the sign-in page after a sign-out, also in a page that is still open', async () => {
    const seen = await signedIn(opened, SCREENS[0]);
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
