import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { CLAIM_LOCK } from '../../infra/webhooks/claims';
import { MOST_IN_FLIGHT } from '../../infra/webhooks/flow';
import type { Bench, Figure } from '../figures';
import { completedIntentStream } from '../seeds/intents';
import { appendAll, type NewStream, PARTNER, propose } from '../seeds/ledger';
import type { WebhookQuestion, WebhooksReceived } from '../sides/webhook-receiver';
import { registerDestination, WEBHOOKS_TO_LOOPBACK } from '../support/partner-events';
import { whileServiceStands } from '../support/service';
import { type Side, startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openWorld, type World } from '../support/world';

const HANGING_PATH = '/hanging';
const HANGING_PARTNERS = 16;
const DUE_OF_EACH = 8;
/** Confirmed and completed. */
const PER_INTENT = 2;
const LATENCY_MS = 50;
const BODY_BYTES = 500;
const RECEIVED_TIMEOUT_MS = 180_000;
const POLL_MS = 50;

interface Scene {
  readonly bench: Bench;
  readonly world: World;
  readonly receiver: Side<WebhookQuestion, WebhooksReceived>;
  readonly gate: Client;
}

/**
 * 2,000 webhooks of one partner that are due at once: against undici alone with as many connections, against what its
 * connections allow when the receiver takes 50 ms, and the same beside partners whose receivers hang.
 */
export const benchWebhooks = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const receiver = await startSide<WebhookQuestion, WebhooksReceived>(site, 'webhook-receiver', {
      hangingPath: HANGING_PATH,
    });
    const world = await openWorld(site, 1, { environment: WEBHOOKS_TO_LOOPBACK });
    const scene = { bench, world, receiver, gate: await openGate(site, world) };
    const { url } = await receiver.ask({});
    await registerDestination(world, PARTNER.partnerId, 0, { url: `${url}/hook` });
    const alone = await undiciAlone(site, scene, `${url}/hook`);
    const atOnce = await deliver(scene, 0, []);
    const late = await deliver(scene, LATENCY_MS, []);
    const hanging = Array.from({ length: HANGING_PARTNERS }, () => randomUUID());
    for (const partnerId of hanging) await registerDestination(world, partnerId, -1, { url: `${url}${HANGING_PATH}` });
    const beside = await deliver(scene, LATENCY_MS, hanging.flatMap(dueOf));
    const most = MOST_IN_FLIGHT / (LATENCY_MS / 1_000);
    return [
      figureOf('webhooks', atOnce, alone),
      figureOf('webhooks-slow-receiver', late, most),
      figureOf('webhooks-beside-hanging', beside, late),
    ];
  });

const figureOf = (name: string, value: number, baseline: number): Figure => ({
  ...{ name, value, unit: 'deliveries/s', baseline, ratio: value / baseline },
});

const openGate = async (site: Site, { service }: World): Promise<Client> => {
  const gate = new Client({ connectionString: service.databaseUrl });
  await gate.connect();
  site.onLeave(() => gate.end());
  return gate;
};

const dueOf = (partnerId: string): readonly NewStream[] =>
  Array.from({ length: DUE_OF_EACH }, () => {
    const deliveryId = `evt_${randomUUID()}`;
    const data = { deliveryId, partnerId, mode: PARTNER.mode, requestedAt: new Date().toISOString() };
    return {
      stream: `webhook-${deliveryId}`,
      events: [propose({ type: 'WebhookTestRequested', data }, null, deliveryId)],
    };
  });

const undiciAlone = async (site: Site, { bench, world, receiver }: Scene, url: string): Promise<number> => {
  const settings = { url, connections: MOST_IN_FLIGHT, bodyBytes: BODY_BYTES };
  const sender = await startSide<{ readonly count: number }, null>(site, 'webhook-baseline', settings);
  await sender.ask({ count: bench.scale.dueWebhooks });
  await receiver.ask({ reset: { latencyMs: 0 } });
  await whileServiceStands(world.service, () => sender.ask({ count: bench.scale.dueWebhooks }));
  await sender.stop();
  const { perSecond } = await receiver.ask({});
  bench.say(`  undici alone: ${Math.round(perSecond)} deliveries/s`);
  return perSecond;
};

/** All are in the outbox before the first may be claimed. */
const deliver = async (
  { bench, world, receiver, gate }: Scene,
  latencyMs: number,
  others: readonly NewStream[],
): Promise<number> => {
  const { dueWebhooks } = bench.scale;
  await gate.query('SELECT pg_advisory_lock($1)', [CLAIM_LOCK]);
  const intents = Array.from({ length: dueWebhooks / PER_INTENT }, () => completedIntentStream(randomUUID()));
  await appendAll(world.eventStore, [...others, ...intents]);
  await world.untilProjected();
  await receiver.ask({ reset: { latencyMs } });
  await gate.query('SELECT pg_advisory_unlock($1)', [CLAIM_LOCK]);
  for (let waitedMs = 0; waitedMs < RECEIVED_TIMEOUT_MS; waitedMs += POLL_MS) {
    const { count, perSecond } = await receiver.ask({});
    if (count >= dueWebhooks) {
      bench.say(`  after ${latencyMs} ms each, beside ${others.length}: ${Math.round(perSecond)} deliveries/s`);
      await world.untilProjected();
      return perSecond;
    }
    await pause(POLL_MS);
  }
  throw new Error('The webhooks did not arrive in time');
};
