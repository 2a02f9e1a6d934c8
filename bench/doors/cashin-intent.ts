import type { Bench, Figure } from '../figures';
import { cashinQuoteStream, cashinQuoteTerms } from '../seeds/cashin-quotes';
import { appendAll } from '../seeds/ledger';
import type { Order } from '../seeds/order';
import { compareDoor } from '../support/doors';
import { onSite } from '../support/site';
import { openWorld, type World } from '../support/world';
import { startIntentBaseline } from './create-intent';

/** Cash-ins with their charges, at a bank that answers at once, to the baseline of `create-intent`. */
export const benchCashinIntent = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const world = await openWorld(site, bench.scale.users);
    const figure = await compareDoor(bench, site, {
      ...{ name: 'cashin-intent', world, baseline: await startIntentBaseline(site, world) },
      target: {
        door: { door: 'CASHINS', tokens: world.tokens },
        issue: (count) => issueCashinQuotes(world, count),
      },
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
