import { MOST_IN_FLIGHT } from '../../../../../infra/webhooks/flow';
import { poolWith } from '../../../../doubles/pool-with';
import { type Answer, answering, type Receiver, startReceiver } from '../../../../stores/receiver';
import { type Dispatching, dispatchingOver, type Outbox, startOutbox, typesOf } from '../dispatching';

const AHEAD = 36;
const IDS = Array.from({ length: MOST_IN_FLIGHT + AHEAD }, (_, index) => `evt_${String(index).padStart(3, '0')}`);

let outbox: Outbox;
let lab: Dispatching;
let receiver: Receiver;
const held: (() => void)[] = [];

beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.end());
afterEach(async () => {
  for (const answer of held.splice(0)) answer();
  await lab.stopAll();
  await receiver.stop();
});

/** More notifications are due than may be in flight to a destination that is known to take as many as any. */
const due = async (answer: Answer): Promise<void> => {
  lab = await dispatchingOver(outbox);
  receiver = await startReceiver(answer);
  for (const deliveryId of IDS) await lab.notify({ deliveryId, url: receiver.url });
  await outbox.pool.query(
    `INSERT INTO lastro.webhook_flow (owner, url, allowed) VALUES ('partner-1:sandbox', $1, $2)`,
    [receiver.url, MOST_IN_FLIGHT],
  );
};

const holding: Answer = (response) => held.push(() => response.writeHead(200).end());

/** Attempts that are leased, and those that were given back. */
const counted = async () => {
  const { rows } = await outbox.pool.query<{ leased: number; returned: number }>(
    `SELECT count(*) FILTER (WHERE lease_until > clock_timestamp())::int AS leased,
       count(*) FILTER (WHERE attempts = 0)::int AS returned FROM lastro.webhook_attempts`,
  );
  return rows[0];
};

/** The dispatcher's pool, and when it gave attempts back. */
const seeingReturns = () => {
  let returned: () => void = () => undefined;
  const isReturned = new Promise<void>((resolve) => {
    returned = resolve;
  });
  const pool = poolWith(outbox.pool, async (text, values) => {
    const result = await outbox.pool.query(text, values);
    if (text.includes('attempts = tried.attempts - 1')) returned();
    return result;
  });
  return { pool, isReturned };
};

describe('an attempt that was claimed ahead', () => {
  it('is sent as others end, within the limit of the destination', async () => {
    await due(holding);
    lab.start();
    await receiver.hasReceived(MOST_IN_FLIGHT);
    expect(await counted()).toEqual({ leased: IDS.length, returned: 0 });
    for (let arrived = MOST_IN_FLIGHT; arrived < IDS.length; arrived += 1) {
      held.shift()?.();
      await receiver.hasReceived(arrived + 1);
    }
    for (const answer of held.splice(0)) answer();
    expect(typesOf(await lab.recorded.reaches(IDS.length))).toEqual(IDS.map((id) => `${id} WebhookDelivered 1`));
    expect(receiver.mostAtOnce()).toBe(MOST_IN_FLIGHT);
  });

  it('is released when the destination fails, without counting an attempt', async () => {
    const failing = IDS.slice(0, MOST_IN_FLIGHT);
    await due((response, { headers }) => {
      const isFirst = failing.includes(String(headers['webhook-id'])) && receiver.received.length <= MOST_IN_FLIGHT;
      response.writeHead(isFirst ? 500 : 200).end();
    });
    const { pool, isReturned } = seeingReturns();
    lab.start({ pool, retryDelaysMs: [1, 1, 1] });
    await isReturned;
    const ended = typesOf(await lab.recorded.reaches(IDS.length));
    expect(ended.slice(MOST_IN_FLIGHT)).toEqual(IDS.slice(MOST_IN_FLIGHT).map((id) => `${id} WebhookDelivered 1`));
  });

  it('is released by a stop, for another process', async () => {
    await due(holding);
    const dispatcher = lab.start();
    await receiver.hasReceived(MOST_IN_FLIGHT);
    const stopped = dispatcher.stop();
    for (const answer of held.splice(0)) answer();
    await stopped;
    expect(receiver.received).toHaveLength(MOST_IN_FLIGHT);
    expect(await counted()).toEqual({ leased: 0, returned: AHEAD });
  });
});

it('writes nothing after an answer that changes nothing about its destination', async () => {
  await due(answering(200));
  const version = async () =>
    (await outbox.pool.query<{ xmin: string; allowed: number }>('SELECT xmin, allowed FROM lastro.webhook_flow')).rows;
  const before = await version();
  lab.start();
  await lab.recorded.reaches(IDS.length);
  expect(await version()).toEqual(before);
});
