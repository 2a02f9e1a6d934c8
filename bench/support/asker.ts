import { Client } from 'undici';
import type { Site } from './site';

/** Milliseconds until the whole answer was read; rejects when it is no 200. */
export type Ask = (path: string) => Promise<number>;

/** Requests follow each other over one connection that stays open. */
export const openAsker = (site: Site, url: string): ((credential: string) => Ask) => {
  const client = new Client(url, { pipelining: 1 });
  site.onLeave(() => client.destroy());
  return (credential) => async (path) => {
    const startedMs = performance.now();
    const headers = { authorization: `Bearer ${credential}` };
    const { statusCode, body } = await client.request({ method: 'GET', path, headers });
    const answer = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${answer}`);
    return performance.now() - startedMs;
  };
};
