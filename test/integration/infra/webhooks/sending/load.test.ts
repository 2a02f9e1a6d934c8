import type { Pool } from 'pg';
import { clockOf } from '../../../../../infra/clock';
import { createSendingLoad } from '../../../../../infra/webhooks/sending/load';
import { poolWith } from '../../../../doubles/pool-with';
import { answering, type Receiver, startReceiver } from '../../../../stores/receiver';
import { collection, type Dispatching, dispatchingOver, type Outbox, startOutbox } from '../dispatching';

describe('A crowd', () => {
  it.each([
    [16, 0, true],
    [16, 100, true],
    [15, 0, false],
    [256, 101, false],
  ])('with %i in flight, %i ms after the last claim: %s', (inFlight, sinceMs, isThere) => {
    let nowMs = 1_000_000;
    const load = createSendingLoad({ now: () => nowMs }, { running: () => inFlight });
    load.noteClaimed();
    nowMs += sinceMs;
    expect(load.isThere()).toBe(isThere);
  });

  it('does not exist before the first claim', () => {
    expect(createSendingLoad({ now: () => 0 }, { running: () => 256 }).isThere()).toBe(false);
  });
});

describe('Beside a crowd', () => {
  const PARTNERS = 4;
  const HELD_EACH = 4;
  let outbox: Outbox;
  let lab: Dispatching;
  let held: Receiver;
  let quick: Receiver;
  const waiting: (() => void)[] = [];

  beforeAll(async () => {
    outbox = await startOutbox();
  });
  afterAll(() => outbox.end());
  beforeEach(async () => {
    lab = await dispatchingOver(outbox);
    held = await startReceiver((response) => waiting.push(() => response.writeHead(200).end()));
    quick = await startReceiver(answering(200));
    for (let index = 0; index < PARTNERS * HELD_EACH; index += 1)
      await lab.notify({ deliveryId: `evt_held_${index}`, url: held.url, partnerId: `partner-${index % PARTNERS}` });
    await lab.notify({ deliveryId: 'evt_quick', url: quick.url, partnerId: 'partner-quick' });
  });
  afterEach(async () => {
    for (const answer of waiting.splice(0)) answer();
    await lab.stopAll();
    await Promise.all([held.stop(), quick.stop()]);
  });

  /** As long as it stands still, the last claim was a moment ago. */
  const clock = clockOf(() => Date.parse('2030-01-01T00:00:00.000Z'));

  /** Sees each look for outcomes. */
  const watched = (pool: Pool) => {
    const looks = collection<string>();
    const looking = poolWith(pool, (text, values) => {
      if (text.includes('AND NOT recorded')) looks.add(text);
      return pool.query(text, values);
    });
    return { looks, pool: looking };
  };

  it('leaves an outcome without its event until room is free', async () => {
    const { pool, looks } = watched(lab.pool);
    lab.start({ pool, clock }, { recordWithinMs: 3_600_000 });
    await Promise.all([held.hasReceived(PARTNERS * HELD_EACH), lab.attempted.reaches(1)]);
    // The look that has just begun may have asked before the outcome was written.
    await looks.reaches(looks.items.length + 3);
    expect(lab.recorded.items).toEqual([]);
    for (const answer of waiting.splice(0)) answer();
    expect(await lab.recorded.reaches(PARTNERS * HELD_EACH + 1)).toHaveLength(PARTNERS * HELD_EACH + 1);
  });

  it('records an outcome that has waited long enough', async () => {
    lab.start({ clock }, { recordWithinMs: 0 });
    await held.hasReceived(PARTNERS * HELD_EACH);
    const [first] = await lab.recorded.reaches(1);
    expect(first?.outcome.data.deliveryId).toBe('evt_quick');
    expect(waiting).toHaveLength(PARTNERS * HELD_EACH);
  });
});
