import { existsSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Debian's package; the browsers of playwright itself are not downloaded. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = PATHS.find((path) => existsSync(path));

/** A developer's machine may have no Chromium; the machine that decides must have it. */
export const isThere = executablePath !== undefined || process.env['CI'] !== undefined;
if (!isThere) console.warn('There is no Chromium: the screens are not tested (apt-get install chromium)');

export const launch = (): Promise<Browser> => {
  if (executablePath === undefined) throw new Error(`CI has none of ${PATHS.join(', ')}`);
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
};

/** Much runs beside it. */
const PATIENCE_MS = 120_000;

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const REPORTED = `window.refusedByPolicy = [];
  addEventListener('securitypolicyviolation', (event) => refusedByPolicy.push(event.violatedDirective + ' ' + event.blockedURI));`;

export interface Watched {
  readonly page: Page;
  /** Errors of the console and the page, and requests to other origins. */
  readonly wrong: string[];
  /** Violations of WCAG, reports of the policy and what is wider than the window, on the page as it stands. */
  readonly findings: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const findingsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>('axe.run()');
  const refused = await page.evaluate<readonly string[]>('refusedByPolicy');
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [
    ...violations.map(({ id, nodes: [first] }) => `${id}: ${first?.html ?? ''} ${first?.failureSummary ?? ''}`),
    ...refused,
    ...(wider > 0 ? [`${page.url()} is ${wider} px too wide`] : []),
  ];
};

/** A page of the origin that records its errors. */
export const watched = async (browser: Browser, origin: string, options: BrowserContextOptions): Promise<Watched> => {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(REPORTED);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && wrong.push(message.text())));
  page.on('pageerror', (error) => void wrong.push(error.message));
  page.on('dialog', (dialog) => void wrong.push(dialog.message()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) wrong.push(url);
  });
  return { page, wrong, findings: () => findingsOf(page), close: () => context.close() };
};
