import type { Pool } from 'pg';
import { type Heard, LONGEST_REST_MS, noteHeard, resumeAtOf, verdictOf } from '../../../../infra/webhooks/flow';
import { poolWith } from '../../../doubles/pool-with';
import { answering, type Receiver, startReceiver } from '../../../stores/receiver';
import { collection, type Dispatching, dispatchingOver, type Outbox, startOutbox } from './dispatching';

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

const heard = (changes: Partial<Heard> = {}): Heard => ({
  owner: 'partner:sandbox',
  url: 'http://now',
  claimedAt: new Date(),
  verdict: 'more',
  isTimedOut: false,
  resumeAtMs: null,
  ...changes,
});

const times = (count: number, changes: Partial<Heard> = {}) => Array.from({ length: count }, () => heard(changes));

const flowOf = async (owner = 'partner:sandbox') => {
  const { rows } = await outbox.pool.query<{ allowed: number; timed_out: boolean; resume_at: unknown; url: string }>(
    'SELECT * FROM lastro.webhook_flow WHERE owner = $1',
    [owner],
  );
  return rows[0];
};

describe('the limit of attempts in flight to a destination', () => {
  const allowedAfter = async (...steps: readonly (readonly Heard[])[]) => {
    for (const step of steps) await noteHeard(outbox.pool, step);
    return (await flowOf())?.allowed;
  };

  test.each([
    [1, 5],
    [4, 8],
    [60, 64],
    [500, 64],
  ])('grows with %i fast acknowledgements from 4 to %i', async (count, allowed) => {
    expect(await allowedAfter(times(count))).toBe(allowed);
  });

  it('is halved once for all attempts in flight together, and once more for later ones', async () => {
    const before = new Date(Date.now() - 60_000);
    expect(await allowedAfter(times(60))).toBe(64);
    const refused = times(10, { verdict: 'less', claimedAt: before });
    expect(await allowedAfter(refused.slice(0, 5), refused.slice(5))).toBe(32);
    expect(await allowedAfter([heard({ verdict: 'less', claimedAt: new Date(Date.now() + 60_000) })])).toBe(16);
  });

  it('never falls below one, and recovers', async () => {
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const halvings = [1, 2, 3, 4].map((minute) => [heard({ verdict: 'less' as const, claimedAt: later(minute) })]);
    expect(await allowedAfter(...halvings)).toBe(1);
    expect(await allowedAfter(times(3, { claimedAt: later(9) }))).toBe(4);
  });

  it('starts again when the partner moves, and ignores late answers of the old address', async () => {
    await noteHeard(outbox.pool, [heard({ verdict: 'less', isTimedOut: true, resumeAtMs: Date.now() + 60_000 })]);
    await noteHeard(outbox.pool, [heard({ verdict: 'less' }), heard({ url: 'http://next' })]);
    expect(await flowOf()).toMatchObject({ url: 'http://next', allowed: 5, timed_out: false, resume_at: -Infinity });
  });

  it('is separate for each destination, and two processes do not block each other', async () => {
    const owners = Array.from({ length: 30 }, (_, number) => `partner-${number}:live`);
    const of = (order: readonly string[]) =>
      noteHeard(
        outbox.pool,
        order.map((owner) => heard({ owner })),
      );
    await Promise.all(Array.from({ length: 8 }, (_, turn) => of(turn % 2 === 0 ? owners : [...owners].reverse())));
    expect(await Promise.all(owners.map(async (owner) => (await flowOf(owner))?.allowed))).toEqual(
      owners.map(() => 12),
    );
  });
});

test.each([
  [200, true, 1_000, 'more'],
  [200, true, 1_001, 'same'],
  [429, false, 1, 'less'],
  [500, false, 1, 'less'],
  [503, false, 1, 'less'],
  [null, false, 1, 'less'],
  [404, false, 1, 'same'],
  [302, false, 1, 'same'],
] as const)('%p (acknowledged: %p) after %i ms asks for %s', (status, isAcknowledged, durationMs, verdict) => {
  expect(verdictOf(status, isAcknowledged, durationMs)).toBe(verdict);
});

const NOW = Date.parse('2030-01-01T00:00:00.000Z');

test.each([
  ['7', NOW + 7_000],
  [' 7 ', NOW + 7_000],
  ['0', NOW],
  ['Tue, 01 Jan 2030 00:02:00 GMT', NOW + 120_000],
  ['Mon, 31 Dec 2029 00:00:00 GMT', NOW],
  ['99999999999999999999', NOW + LONGEST_REST_MS],
  ['Tue, 01 Jan 2099 00:00:00 GMT', NOW + LONGEST_REST_MS],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
])('Retry-After %p allows the next attempt at %p', (header, expected) => {
  expect(resumeAtOf(header, NOW)).toBe(expected);
});

describe('a dispatcher', () => {
  const notifyMany = async (count: number, url: string) => {
    for (let index = 0; index < count; index += 1) await lab.notify({ deliveryId: `evt_${index}`, url });
  };
  const receiverWith = async (answer = answering(200)) => {
    const receiver = await startReceiver(answer);
    receivers.push(receiver);
    return receiver;
  };

  it('sends more at a time to a receiver that answers, over kept connections', async () => {
    const receiver = await receiverWith((response) => void setTimeout(() => response.writeHead(200).end(), 20));
    await notifyMany(120, receiver.url);
    lab.start();
    await lab.recorded.reaches(120);
    expect(receiver.mostAtOnce()).toBeGreaterThan(4);
    expect(receiver.mostAtOnce()).toBeLessThanOrEqual(64);
    expect(receiver.connections()).toBeLessThan(120);
    expect((await flowOf('partner-1:sandbox'))?.allowed).toBe(64);
  });

  it('sends nothing to a receiver for as long as it asks', async () => {
    const receiver = await receiverWith((response) => response.writeHead(429, { 'retry-after': '120' }).end());
    const other = await receiverWith();
    await lab.notify({ deliveryId: 'evt_first', url: receiver.url });
    lab.start();
    await lab.attempted.reaches(1);
    await lab.notify({ deliveryId: 'evt_second', url: receiver.url });
    await lab.notify({ deliveryId: 'evt_other', url: other.url, partnerId: 'partner-2' });
    await lab.recorded.reaches(1);
    expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
    const rested = (await lab.attemptsOf('evt_first'))['next_at'] as Date;
    expect(rested.getTime() - Date.now()).toBeGreaterThan(60_000);
    lab.clock.aheadMs = 121_000;
    await receiver.hasReceived(3);
  });

  /** The database, which holds back every result of a sending until a command. */
  const slowToWrite = () => {
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      write = resolve;
    });
    const claims = collection<null>();
    const held = poolWith(lab.pool, async (text, values) => {
      if (/^\s*(?:UPDATE lastro.webhook_attempts|INSERT INTO lastro.webhook_flow)/.test(text)) await written;
      return lab.pool.query(text, values);
    });
    const connect = () => {
      claims.add(null);
      return lab.pool.connect();
    };
    const pool = Object.assign(Object.create(held) as Pool, { connect });
    return { pool, write: () => write(), claims };
  };

  it('sends the next attempt after an acknowledgement that cannot be written yet', async () => {
    const receiver = await receiverWith();
    await notifyMany(9, receiver.url);
    const { pool, write } = slowToWrite();
    lab.start({ pool });
    await receiver.hasReceived(9);
    expect(receiver.mostAtOnce()).toBeLessThanOrEqual(4);
    write();
    await lab.recorded.reaches(9);
    expect(new Set(lab.recorded.items.map(({ outcome }) => outcome.data.deliveryId)).size).toBe(9);
    expect(receiver.received).toHaveLength(9);
  });

  it('reads the secrets of a destination once for all attempts of one claim', async () => {
    const receiver = await receiverWith();
    await notifyMany(4, receiver.url);
    const secretsFor = jest.fn(async () => ['secret']);
    lab.start({ secretsFor });
    await lab.recorded.reaches(4);
    expect(secretsFor.mock.calls).toEqual([['partner-1', 'sandbox']]);
  });
});
