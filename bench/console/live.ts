import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Locator } from 'playwright-core';
import { request } from 'undici';
import { against, type Bench, type Figure } from '../figures';
import { completedIntentStream } from '../seeds/intents';
import { appendAll, propose } from '../seeds/ledger';
import { percentile } from '../support/alternate';
import { type Ops, openOps } from '../support/ops';
import { openBrowser } from '../support/ops-session';
import { onSite } from '../support/site';

const PAGES = 8;
/** How often a page asks for news, and how often the baseline does. */
const PAGE_ASKS_EVERY_MS = 2_000;
const ASK_EVERY_MS = 25;

interface OpenPayment {
  readonly id: string;
  readonly happenings: Locator;
  /** Events of its stream so far. */
  events: number;
}

/** The 99th percentile from an append to its line in an open payment, against the answer for those who always ask. */
export const benchLive = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const ops = await openOps(bench, site, 1);
    const context = await (await openBrowser(site, ops))();
    const payments = await Promise.all(Array.from({ length: PAGES }, () => openPayment(ops, context)));
    bench.say(`  ${PAGES} payments are open, each is told of ${bench.scale.console.liveEvents} events`);
    const lags = await Promise.all(
      payments.map((payment) => followEvents(ops, payment, bench.scale.console.liveEvents)),
    );
    const of = (side: 'drawn' | 'answered', share: number): number =>
      percentile(
        lags.flat().map((lag) => lag[side]),
        share,
      );
    return [
      against('live', 'ms p99', of('drawn', 0.99), of('answered', 0.99)),
      against('live-median', 'ms p50', of('drawn', 0.5), of('answered', 0.5)),
    ];
  });

const openPayment = async ({ eventStore, userIds, untilProjected, service }: Ops, context: BrowserContext) => {
  const made = completedIntentStream(userIds[0] ?? '');
  await appendAll(eventStore, [made]);
  await untilProjected();
  const id = made.stream.slice('cashout-'.length);
  const page = await context.newPage();
  await page.goto(`${service.url}/console/payments/${id}`);
  const happenings = page.locator('.happening');
  await happenings.nth(made.events.length - 1).waitFor();
  return { id, happenings, events: made.events.length };
};

const followEvents = async (ops: Ops, payment: OpenPayment, count: number) => {
  const lags: { readonly drawn: number; readonly answered: number }[] = [];
  for (let event = 0; event < count; event += 1) {
    // At any moment between two questions of the page.
    await pause(Math.random() * PAGE_ASKS_EVERY_MS);
    const shown = await payment.happenings.count();
    const position = await appendTo(ops, payment, event);
    const startedMs = performance.now();
    const since = async (seen: Promise<unknown>): Promise<number> => seen.then(() => performance.now() - startedMs);
    const [drawn, answered] = [
      since(payment.happenings.nth(shown).waitFor()),
      since(untilNews(ops, payment, position)),
    ];
    lags.push({ drawn: await drawn, answered: await answered });
  }
  return lags;
};

/** Held and released in turn; answers the position before it. */
const appendTo = async ({ eventStore }: Ops, payment: OpenPayment, event: number): Promise<string> => {
  const at = new Date().toISOString();
  const { id: intentId } = payment;
  const told =
    event % 2 === 0
      ? ({ type: 'PayoutHeld', data: { intentId, heldAt: at } } as const)
      : ({ type: 'PayoutReleased', data: { intentId, releasedAt: at } } as const);
  const before = await eventStore.head();
  const { outcome } = await eventStore.append(`cashout-${intentId}`, payment.events - 1, [
    propose(told, null, intentId),
  ]);
  if (outcome !== 'appended') throw new Error(`The event was not appended: ${outcome}`);
  payment.events += 1;
  return `${before.commit}`;
};

const untilNews = async ({ service, operatorKey }: Ops, { id }: OpenPayment, after: string): Promise<void> => {
  const headers = { authorization: `Bearer ${operatorKey}` };
  for (;;) {
    const { body } = await request(`${service.url}/ops/v1/live?after=${after}&about=${id}`, { headers });
    const { data } = (await body.json()) as { readonly data?: { readonly isChanged: boolean } };
    if (data?.isChanged === true) return;
    await pause(ASK_EVERY_MS);
  }
};
