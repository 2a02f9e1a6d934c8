import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Figure, single } from '../figures';
import { openIntentStream } from '../seeds/intents';
import { appendAll } from '../seeds/ledger';
import { QUOTE_TOLERANCE_SECONDS } from '../seeds/quotes';
import { median } from '../support/alternate';
import { createEventCounts, untilCounted } from '../support/event-counts';
import { onSite } from '../support/site';
import { openWorld, type World } from '../support/world';

/** All must be known before the first may end: that much, and so much for each. */
const PREPARED_WITHIN_MS = 10_000;
const PREPARED_EACH_MS = 15;
const FIRST_TIMEOUT_MS = 120_000;
const ALL_TIMEOUT_MS = 300_000;

/** Intents that end at the same moment, unpaid: from the first that has expired to the last. */
export const benchExpiry = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const world = await openWorld(site, 1);
    const count = createEventCounts(world.eventStore);
    const rounds: number[] = [];
    for (let round = 1; round <= bench.scale.repeats; round += 1) {
      const perSecond = await expireTogether(world, count, bench.scale.endingIntents);
      bench.say(`  expiry ${round}/${bench.scale.repeats}: ${Math.round(perSecond)} expiries/s`);
      rounds.push(perSecond);
    }
    return [single('expiry', median(rounds), 'expiries/s')];
  });

const expireTogether = async (
  world: World,
  count: ReturnType<typeof createEventCounts>,
  intents: number,
): Promise<number> => {
  const before = await count('CashoutExpired');
  const deadlineMs = Date.now() + PREPARED_WITHIN_MS + intents * PREPARED_EACH_MS;
  const expiresAt = new Date(deadlineMs - QUOTE_TOLERANCE_SECONDS * 1_000).toISOString();
  await appendAll(
    world.eventStore,
    Array.from({ length: intents }, () => openIntentStream(randomUUID(), expiresAt)),
  );
  await world.untilProjected();
  const leftMs = deadlineMs - Date.now();
  if (leftMs <= 0) throw new Error('The first intents ended before the last was known');
  await pause(leftMs);
  await untilCounted(count, 'CashoutExpired', before + 1, FIRST_TIMEOUT_MS);
  const begun = await count('CashoutExpired');
  const seconds = await untilCounted(count, 'CashoutExpired', before + intents, ALL_TIMEOUT_MS);
  return (before + intents - begun) / seconds;
};
