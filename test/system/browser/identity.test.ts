import type { Browser } from 'playwright-core';
import { type Issuer, openIssuer } from '../../integration/http/identity/opened-issuer';
import {
  freePort,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../end-to-end/support/run-service';
import { isThere, launch, watched } from './chromium';
import { pictureOf, SCREENS } from './screens';

jest.setTimeout(360_000);

const inBrowser = isThere ? describe : describe.skip;
const [CLIENT, SECRET] = ['lastro', 'a-secret-of-the-client'];

inBrowser('the identity provider in a browser', () => {
  const { dataDir, remove } = temporaryDataDir();
  let issuer: Issuer;
  let service: RunningProcess;
  let browser: Browser;

  beforeAll(async () => {
    const port = `${await freePort()}`;
    const publicUrl = `http://127.0.0.1:${port}`;
    issuer = await openIssuer(CLIENT, SECRET, `${publicUrl}/console/oidc`);
    const client = { OPS_OIDC_ISSUER: issuer.url, OPS_OIDC_CLIENT_ID: CLIENT, OPS_OIDC_CLIENT_SECRET: SECRET };
    const environment = { DATA_DIR: dataDir, PORT: port, OPS_PUBLIC_URL: publicUrl, ...client };
    [service, browser] = await Promise.all([startProgram('start', environment), launch()]);
    const bound = await runProgram(
      'ledger',
      ['operator', 'set', 'dev-second', '--email', 'b@example.com'],
      environment,
    );
    expect(bound).toMatchObject({ code: 0, stdout: 'dev-second: signs in with this address\n' });
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await issuer.stop();
    remove();
  });

  test('refuses an unknown person, and signs an operator in after a return from another site', async () => {
    const seen = await watched(browser, service.url, SCREENS[0]);
    const { page } = seen;
    const button = page.getByRole('button', { name: /^Sign in with localhost/ });
    await issuer.become({ account: { sub: 'a1', email: 'a@example.com', email_verified: true } });
    await page.goto(`${service.url}/console/`);
    await button.waitFor();
    expect(await seen.findings()).toEqual([]);
    await pictureOf(page, 'identity-wide-light-en');
    await button.click();
    await page.getByText('The sign-in at the identity provider was refused.').waitFor();
    expect(await seen.findings()).toEqual([]);
    await pictureOf(page, 'identity-refused-wide-light-en');
    await issuer.become({ account: { sub: 'b1', email: 'b@example.com', email_verified: true } });
    await page.goto('about:blank');
    await page.goto(`${service.url}/console/`);
    await button.click();
    await page.locator('.person', { hasText: 'dev-second, operator' }).waitFor();
    expect(page.url()).toBe(`${service.url}/console/`);
    expect(await page.evaluate('document.cookie')).toBe('');
    await seen.close();
  });
});
