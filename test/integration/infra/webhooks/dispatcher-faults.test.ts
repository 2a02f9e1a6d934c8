import { clockOf } from '../../../../infra/clock';
import type { UnrecordedOutcome } from '../../../../infra/webhooks/attempts';
import { FIRST_IN_FLIGHT } from '../../../../infra/webhooks/flow';
import { poolWith } from '../../../doubles/pool-with';
import { type Answer, answering, type Receiver, startReceiver } from '../../../stores/receiver';
import { type Dispatching, dispatchingOver, type Outbox, startOutbox, typesOf } from './dispatching';

let outbox: Outbox;
let lab: Dispatching;
const receivers: Receiver[] = [];

beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.end());
beforeEach(async () => {
  lab = await dispatchingOver(outbox);
});
afterEach(async () => {
  await lab.stopAll();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

const receiverWith = async (answer: Answer = answering(200)) => {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
};

const idsOf = (receiver: Receiver) => receiver.received.map((webhook) => webhook.headers['webhook-id']);

describe('A slow partner', () => {
  it('delays no other partner when its receiver hangs, with four connections at first', async () => {
    const hanging = await receiverWith(() => undefined);
    const healthy = await receiverWith();
    for (let index = 0; index < 12; index += 1) {
      await lab.notify({ deliveryId: `evt_slow_${index}`, url: hanging.url, partnerId: 'partner-slow' });
    }
    for (let index = 0; index < 12; index += 1) {
      await lab.notify({ deliveryId: `evt_${index}`, url: healthy.url, partnerId: 'partner-fast' });
    }
    lab.start({ timeoutMs: 60_000 }, { stopTimeoutMs: 10 });
    await lab.recorded.reaches(12);
    await hanging.hasReceived(4);
    // Four at first, and one more for each that was acknowledged: of twelve never more than eight at once.
    expect([hanging.received.length, healthy.received.length, healthy.mostAtOnce() <= 8]).toEqual([4, 12, true]);
  });

  it('delays no other partner when much of it waits, since partners take turns', async () => {
    const receiver = await receiverWith();
    for (let index = 0; index < 9; index += 1) {
      await lab.notify({ deliveryId: `evt_many_${index}`, url: receiver.url, partnerId: 'partner-many' });
    }
    await lab.notify({ deliveryId: 'evt_few', url: receiver.url, partnerId: 'partner-few' });
    lab.start({}, { maximumInFlight: 2 });
    await lab.recorded.reaches(10);
    expect(idsOf(receiver).indexOf('evt_few')).toBeLessThan(2);
  });
});

describe('Two dispatchers over one outbox', () => {
  it('never send one notification twice at a time, nor exceed the limit of a partner', async () => {
    const open = new Map<string, number>();
    let mostOfOneDelivery = 0;
    const acknowledged = new Map<string, number>();
    const beyond: string[] = [];
    const count = (key: string, step: number) => {
      open.set(key, (open.get(key) ?? 0) + step);
      return open.get(key) ?? 0;
    };
    const tries = new Map<string, number>();
    const receiver = await receiverWith((response, { headers }) => {
      const deliveryId = String(headers['webhook-id']);
      const partner = deliveryId.slice(0, 5);
      mostOfOneDelivery = Math.max(mostOfOneDelivery, count(deliveryId, 1));
      if (count(partner, 1) > FIRST_IN_FLIGHT + (acknowledged.get(partner) ?? 0)) beyond.push(deliveryId);
      tries.set(deliveryId, (tries.get(deliveryId) ?? 0) + 1);
      // Every third notification fails once, and every answer takes a moment, so that attempts overlap.
      const fails = deliveryId.endsWith('3') && tries.get(deliveryId) === 1;
      setTimeout(() => {
        count(deliveryId, -1);
        count(partner, -1);
        if (!fails) acknowledged.set(partner, (acknowledged.get(partner) ?? 0) + 1);
        response.writeHead(fails ? 500 : 200).end();
      }, 5);
    });
    const ids = Array.from({ length: 60 }, (_, index) => `evt_${index % 3}_${index}`);
    for (const deliveryId of ids) {
      await lab.notify({ deliveryId, url: receiver.url, partnerId: `partner-${deliveryId.slice(4, 5)}` });
    }
    lab.start({ owner: 'dispatcher-1' });
    lab.start({ owner: 'dispatcher-2' });
    const recorded = await lab.recorded.reaches(60);
    expect([mostOfOneDelivery, beyond]).toEqual([1, []]);
    expect(typesOf(recorded)).toEqual(ids.map((id) => `${id} WebhookDelivered ${id.endsWith('3') ? 2 : 1}`).sort());
    expect(Object.fromEntries(tries)).toEqual(Object.fromEntries(ids.map((id) => [id, id.endsWith('3') ? 2 : 1])));
  });
});

describe('A dispatcher whose clock is a minute ahead', () => {
  it('does not repeat an attempt that another dispatcher is making', async () => {
    let release: () => void = () => undefined;
    const receiver = await receiverWith((response, { headers }) => {
      const answer = () => void response.writeHead(200).end();
      if (headers['webhook-id'] === 'evt_a') release = answer;
      else answer();
    });
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    lab.start({}, { maximumInFlight: 1 });
    await receiver.hasReceived(1);
    await lab.notify({ deliveryId: 'evt_b', url: receiver.url });
    lab.start({ owner: 'dispatcher-2', clock: clockOf(() => Date.now() + 60_000) });
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_b WebhookDelivered 1']);
    release();
    await lab.recorded.reaches(2);
    expect(idsOf(receiver)).toEqual(['evt_a', 'evt_b']);
  });
});

describe('A crash', () => {
  it('during an attempt repeats it with the same id after its lease has expired', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_held', url: receiver.url });
    await lab.notify({ deliveryId: 'evt_lost', url: receiver.url });
    await lab.abandon('evt_held', 1, lab.clock.now() + 30_000);
    await lab.abandon('evt_lost', 1, lab.clock.now() - 1);
    lab.start();
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_lost WebhookDelivered 2']);
    expect(idsOf(receiver)).toEqual(['evt_lost']);
    await lab.expireLease('evt_held');
    await lab.recorded.reaches(2);
    expect(idsOf(receiver)).toEqual(['evt_lost', 'evt_held']);
  });

  it('between acknowledgement and event records the outcome in the next process only', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    const recordOutcome = () => Promise.reject(new Error('the event store is away'));
    const first = lab.start({ recordOutcome });
    await lab.warnings.reaches(1);
    await first.stop();
    lab.start({ owner: 'dispatcher-2' });
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_a WebhookDelivered 1']);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('A store that is away', () => {
  it('records the outcome later and sends nothing twice', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    const recordOutcome = jest
      .fn(async (finished: UnrecordedOutcome) => lab.recorded.add(finished))
      .mockRejectedValueOnce(new Error('the event store is away'))
      .mockRejectedValueOnce(new Error('the event store is away'));
    const dispatcher = lab.start({ recordOutcome });
    await lab.recorded.reaches(1);
    await dispatcher.stop();
    expect([recordOutcome.mock.calls.length, receiver.received.length]).toEqual([3, 1]);
    expect(await lab.attemptsOf('evt_a')).toMatchObject({ recorded: true });
  });

  it('repeats the write of a result, and not the sending', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    let failures = 0;
    const pool = poolWith(lab.pool, (text, values) => {
      if (!text.includes('outcome = said.outcome') || failures === 2) return lab.pool.query(text, values);
      failures += 1;
      return Promise.reject(new Error('the database is away'));
    });
    lab.start({ pool });
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_a WebhookDelivered 1']);
    expect([failures, receiver.received.length]).toEqual([2, 1]);
  });
});

describe('A stop', () => {
  it('lets running attempts end, records them, and claims nothing more', async () => {
    let release: () => void = () => undefined;
    const receiver = await receiverWith((response) => {
      release = () => response.writeHead(200).end();
    });
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    const dispatcher = lab.start();
    await receiver.hasReceived(1);
    const stopped = dispatcher.stop();
    await lab.notify({ deliveryId: 'evt_b', url: receiver.url });
    release();
    await stopped;
    expect(typesOf(lab.recorded.items)).toEqual(['evt_a WebhookDelivered 1']);
    expect(idsOf(receiver)).toEqual(['evt_a']);
  });

  it('cuts off slow attempts and gives up their leases, and another dispatcher continues', async () => {
    const answers: Answer[] = [() => undefined, answering(200)];
    const receiver = await receiverWith((response, webhook) => answers.shift()?.(response, webhook));
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    const dispatcher = lab.start({ timeoutMs: 60_000 }, { stopTimeoutMs: 10 });
    await receiver.hasReceived(1);
    await dispatcher.stop();
    expect(await lab.attemptsOf('evt_a')).toMatchObject({
      attempts: 1,
      lease_until: Number.NEGATIVE_INFINITY,
      last_error: 'the sender was stopped during the attempt',
    });
    lab.start({ owner: 'dispatcher-2' });
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_a WebhookDelivered 2']);
    await dispatcher.stop();
  });
});
