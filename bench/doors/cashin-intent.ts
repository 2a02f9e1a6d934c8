import type { Bench, Figure } from '../figures';
import { cashinQuoteStream, cashinQuoteTerms } from '../seeds/cashin-quotes';
import { appendAll } from '../seeds/ledger';
import type { Order } from '../seeds/order';
import type { IntentLoad, LoadResult } from '../sides/intent-load';
import { alternate } from '../support/alternate';
import { refuseOverload } from '../support/overload';
import { startSide } from '../support/side';
import { onSite } from '../support/site';
import { openWorld, type World } from '../support/world';
import { startIntentBaseline } from './create-intent';

const CLIENTS = 64;
/** More than one core answers. */
const MOST_PER_SECOND = 2_500;

/** Cash-ins with their charges, at a bank that answers at once, to the baseline of `create-intent`. */
export const benchCashinIntent = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { warmMs, windowMs, users } = bench.scale;
    const world = await openWorld(site, users);
    const { url } = world.service;
    const load = await startSide<IntentLoad, LoadResult>(site, 'cashin-load', {
      ...{ url, tokens: world.tokens, connections: CLIENTS },
    });
    const baseline = await startIntentBaseline(site, world);
    const needed = Math.ceil(((warmMs + windowMs) / 1_000) * MOST_PER_SECOND) + CLIENTS;
    const figure = await alternate(bench, {
      ...{ name: 'cashin-intent', unit: 'requests/s' },
      measured: async () => {
        const orders = await issueCashinQuotes(world, needed);
        const { perSecond, used, refused } = await load.ask({ warmMs, windowMs, orders, again: false });
        refuseOverload(bench, refused, used);
        await world.untilProjected();
        return perSecond;
      },
      baseline: () => baseline({ warmMs, windowMs }),
    });
    return [figure];
  });

const issueCashinQuotes = async (world: World, count: number): Promise<readonly Order[]> => {
  const terms = Array.from({ length: count }, (_, index) => {
    const user = index % world.userIds.length;
    return { user, quote: cashinQuoteTerms(world.userIds[user] ?? '') };
  });
  await appendAll(
    world.eventStore,
    terms.map(({ quote }) => cashinQuoteStream(quote)),
  );
  await world.untilProjected();
  return terms.map(({ user, quote: { quoteId, intentId } }) => ({ quoteId, intentId, user }));
};
