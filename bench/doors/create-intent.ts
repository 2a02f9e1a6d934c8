import { randomUUID } from 'node:crypto';
import { readSecrets } from '../../src/bin/stores';
import type { Bench, Figure } from '../figures';
import { intentTerms } from '../seeds/intents';
import { propose } from '../seeds/ledger';
import type { Order } from '../seeds/order';
import type { ExpressBaselineSettings } from '../sides/express-baseline';
import type { IntentLoad, LoadResult } from '../sides/intent-load';
import type { IntentTarget } from '../sides/intent-requests';
import { alternate } from '../support/alternate';
import { refuseOverload } from '../support/overload';
import { type Side, startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openWorld, type World } from '../support/world';

const CLIENTS = 64;
const PROBE = { warmMs: 1_000, windowMs: 2_000 } as const;
const PROBE_ORDERS = 15_000;
/** Requests per second that a cold service in its first seconds must not make us doubt. */
const LEAST_EXPECTED = 1_000;
/** Quotes per request that the round before makes us expect. */
const MARGIN = 1.5;

type Load = Side<IntentLoad, LoadResult>;

/** Intents created over HTTP by the whole service, against a minimal server that verifies the token and commits a row. */
export const benchCreateIntent = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { warmMs, windowMs, users } = bench.scale;
    bench.say(`  starting the service with ${users} users`);
    const world = await openWorld(site, users);
    const baseline = await startIntentBaseline(site, world);
    const measured = await openIntents(bench, site, world);
    const figure = await alternate(bench, {
      name: 'create-intent',
      unit: 'requests/s',
      baseline: () => baseline({ warmMs, windowMs }),
      measured: () => measured({ warmMs, windowMs }),
    });
    return [figure];
  });

/** Clients of the service; each call answers how many intents they created a second in the window. */
export const openIntents = async (
  bench: Bench,
  site: Site,
  world: World,
): Promise<(window: Window) => Promise<number>> => {
  const load = await startLoad(site, world, world.service.url);
  const probe = await load.ask({ ...PROBE, orders: await world.issueQuotes(PROBE_ORDERS), again: false });
  let expected = Math.max(LEAST_EXPECTED, probe.perSecond);
  const measure = createMeasure(bench, world, load);
  bench.say(`  a first look: ${Math.round(probe.perSecond)} requests/s`);
  return async (window) => {
    const perSecond = await measure(window, expected);
    expected = Math.max(expected, perSecond);
    return perSecond;
  };
};

export interface Window {
  readonly warmMs: number;
  readonly windowMs: number;
}

/** Issues the quotes before the clock runs, and lets the projections end after it. */
const createMeasure = (bench: Bench, world: World, load: Load) => {
  let orders: readonly Order[] = [];
  return async ({ warmMs, windowMs }: Window, expectedPerSecond: number): Promise<number> => {
    const needed = Math.ceil(((warmMs + windowMs) / 1_000) * expectedPerSecond * MARGIN) + CLIENTS;
    if (orders.length < needed) orders = [...orders, ...(await world.issueQuotes(needed - orders.length))];
    const { perSecond, used, refused } = await load.ask({ warmMs, windowMs, orders, again: false });
    orders = orders.slice(used);
    refuseOverload(bench, refused, used);
    await world.untilProjected();
    return perSecond;
  };
};

const startLoad = (site: Site, { tokens }: World, url: string): Promise<Load> =>
  startSide<IntentLoad, LoadResult>(site, 'intent-load', { url, tokens, connections: CLIENTS } satisfies IntentTarget);

/** The baseline of `create-intent`, which others are compared to as well; each call measures it once. */
export const startIntentBaseline = async (site: Site, world: World): Promise<(window: Window) => Promise<number>> => {
  const { config, databaseUrl } = world.service;
  const { jwtKeys } = readSecrets(config);
  const settings: ExpressBaselineSettings = { databaseUrl, jwtKeys, issuer: config.INSTANCE_ID, ...intentBytes() };
  const server = await startSide<object, string>(site, 'express-baseline', settings);
  const load = await startLoad(site, world, await server.ask({}));
  const orders = world.tokens.map((_, user) => ({ quoteId: randomUUID(), intentId: '', user }));
  return async (window) => (await load.ask({ ...window, orders, again: true })).perSecond;
};

const intentBytes = (): { readonly data: string; readonly metadata: string } => {
  const userId = randomUUID();
  const intent = intentTerms(userId);
  const { data, metadata } = propose({ type: 'CashoutIntentCreated', data: intent }, userId, intent.quoteId);
  return { data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
};
