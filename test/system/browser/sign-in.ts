import type { Browser, Page } from 'playwright-core';
import type { RunningProcess } from '../end-to-end/support/run-service';
import { type Watched, watched } from './chromium';
import { SCREENS } from './screens';

/** The link that a service in development prints, by what it opens: an operator's name, or a page. */
export const linkOf = ({ stdout }: RunningProcess, name: string): string =>
  new RegExp(`${name} +(http\\S+)`).exec(stdout())?.[1] ?? '';

export const enter = async (page: Page, link: string): Promise<void> => {
  await page.goto(link);
  await page.locator('button.primary').click();
  await page.locator('.person').waitFor();
};

interface Opened {
  readonly browser: Browser;
  readonly service: RunningProcess;
}

/** The console in a browser of its own, as an operator in development. */
export const signedIn = async (
  { browser, service }: Opened,
  screen: (typeof SCREENS)[number] = SCREENS[0],
  name = 'dev-first',
): Promise<Watched> => {
  const seen = await watched(browser, service.url, screen);
  await enter(seen.page, linkOf(service, name));
  return seen;
};
