import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A folder for a picture of each screen; absent: none is made. */
const PICTURES = process.env['CONSOLE_PICTURES'];

const WIDE = { width: 1_280, height: 900 };
const NARROW = { width: 360, height: 740 };

/** Each language and colour scheme, and the narrow screen. */
export const SCREENS = [
  { name: 'wide-light-en', viewport: WIDE, colorScheme: 'light', locale: 'en-GB' },
  { name: 'wide-dark-pt', viewport: WIDE, colorScheme: 'dark', locale: 'pt-BR' },
  { name: 'narrow-light-pt', viewport: NARROW, colorScheme: 'light', locale: 'pt-BR' },
  { name: 'narrow-dark-en', viewport: NARROW, colorScheme: 'dark', locale: 'en-GB' },
] as const;

export const pictureOf = async (page: Page, name: string): Promise<void> => {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
};
