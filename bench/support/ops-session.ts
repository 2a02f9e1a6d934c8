import type { BrowserContext } from 'playwright-core';
import { request } from 'undici';
import { launch } from '../../test/system/browser/chromium';
import type { Ops } from './ops';
import { ledger } from './partner';
import type { Site } from './site';

/** The cookie of a session, as `name=value`. */
export const signIn = async (site: Site, { operatorKey, service }: Ops): Promise<string> => {
  const words = ['console', 'login'];
  const { link } = await ledger<{ link: string }>(site, words, { LASTRO_OPERATOR_KEY: operatorKey });
  const [, token = ''] = link.split('#');
  const { statusCode, headers, body } = await request(`${service.url}/ops/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token }),
  });
  if (statusCode !== 201) throw new Error(`The sign-in answered ${statusCode} ${await body.text()}`);
  await body.text();
  const [cookie = ''] = [headers['set-cookie']].flat();
  return cookie.split(';', 1).join('');
};

/** Chromium that is signed in; each context has a cache of its own. */
export const openBrowser = async (site: Site, ops: Ops): Promise<() => Promise<BrowserContext>> => {
  const [name = '', value = ''] = (await signIn(site, ops)).split('=');
  const browser = await launch();
  site.onLeave(() => browser.close());
  return async () => {
    const context = await browser.newContext();
    await context.addCookies([{ name, value, url: ops.service.url }]);
    return context;
  };
};
