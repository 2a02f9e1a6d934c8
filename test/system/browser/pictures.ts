import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../../infra/project-root';
import { watched } from './chromium';
import { type OpenedConsole, openConsole } from './opened-console';
import { SCREENS } from './screens';
import { enter, linkOf } from './sign-in';

const FOLDER = path.join(projectRoot(), 'docs', 'pictures');
/** Keeps a picture below 150 kB. */
const HIGHEST = 700;
const MARGIN = 16;

type Look = (page: Page, opened: OpenedConsole) => Promise<void>;

const [screen] = SCREENS;

const payment: Look = async (page, { service, paidId }) => {
  await enter(page, linkOf(service, 'dev-first'));
  await page.goto(`${service.url}/console/payments/${paidId}`);
  await page.locator('.happening').first().waitFor();
};

const work: Look = async (page, { service }) => {
  await enter(page, linkOf(service, 'dev-first'));
  await page.locator('.work .row').first().waitFor();
};

const dashboard: Look = async (page, { service }) => {
  await enter(page, linkOf(service, 'its dashboard'));
  await page.goto(`${service.url}/dashboard/test/payments`);
  await page.locator('tbody tr', { hasText: 'Completed' }).locator('a').click();
  await page.locator('#timeline').waitFor();
};

/** As high as its content. */
const save = async (page: Page, name: string): Promise<void> => {
  const box = await page.locator('main').boundingBox();
  const height = Math.min(HIGHEST, Math.ceil((box?.y ?? 0) + (box?.height ?? HIGHEST)) + MARGIN);
  const clip = { x: 0, y: 0, width: screen.viewport.width, height };
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), clip });
};

/** Writes the pictures of the pages of docs, from payments of a service of its own. */
const main = async (): Promise<void> => {
  const opened = await openConsole('The partner asked us to wait');
  try {
    for (const [name, look] of Object.entries({ payment, work, dashboard })) {
      const seen = await watched(opened.browser, opened.service.url, screen);
      await look(seen.page, opened);
      await save(seen.page, name);
      await seen.close();
    }
  } finally {
    await opened.close();
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
