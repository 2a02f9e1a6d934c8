import { createMemoryEventStore } from '../../../../../infra/event-store/memory';
import { failed, scriptedProvider } from '../../../../doubles/scripted-provider';
import { event } from '../../../../samples/sample-events';
import { time } from '../../../../samples/sample-time';
import { copyOf } from '../pair-world';
import {
  bankOf,
  type ComparedWorld,
  differencesOf,
  KEY,
  OTHER_KEY,
  openWorld,
  PAID,
  project,
  transfer,
  writeAll,
} from './compared-world';

let world: ComparedWorld;

beforeEach(async () => {
  world = await openWorld();
  await writeAll(world.store, PAID);
  await world.pool.query(`INSERT INTO vault.subject_keys (subject_id, wrapped_key) VALUES ('u1', 'k'), ('p1', 'k')`);
  await project(world);
});
afterEach(() => world.close());

const run = (text: string) => world.pool.query(text);
const idOf = async (stream: string, revision: number) => (await world.store.readStream(stream))[revision]?.id;
const deliveryId = async () =>
  (await world.pool.query<{ delivery_id: string }>('SELECT delivery_id FROM lastro.webhook_outbox')).rows[0]
    ?.delivery_id;

describe('E7: both stores and the bank know the same', () => {
  test('after work, and where the log has gone on', async () => {
    expect(await differencesOf(world, world.store)).toEqual([]);
    await writeAll(world.store, [event('CashoutCompleted'), event('LinkCreated')]);
    expect(await differencesOf(world, world.store)).toEqual([]);
  });

  test('where PostgreSQL is new but for the vault, and the bank’s list begins later', async () => {
    await run(`TRUNCATE lastro.audit_trail, lastro.named_checkpoints, lastro.partners, lastro.users, lastro.deposits,
      lastro.cashout_intents, lastro.webhook_outbox, lastro.feed_places, lastro.payouts`);
    expect(await differencesOf(world, world.store, bankOf())).toEqual([]);
    const later = transfer({ idempotencyKey: 'somebody else’s', settledAt: time(96) });
    expect(await differencesOf(world, world.store, bankOf(later))).toEqual([]);
  });

  test('where the vault has keys without an event, and a subject without a key was erased', async () => {
    await run(`INSERT INTO vault.subject_keys (subject_id, wrapped_key) VALUES ('u9', 'k')`);
    await run(`DELETE FROM vault.subject_keys WHERE subject_id = 'u1'`);
    await writeAll(world.store, [event('SubjectErased')]);
    expect(await differencesOf(world, world.store)).toEqual([]);
  });

  test('where a stream is parked: rows and events of it are no difference', async () => {
    await run(`INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error)
      SELECT name, 'cashout-cid1', 0, 0, 0, 'faulty' FROM unnest(ARRAY['audit-trail', 'webhook-outbox']) AS name`);
    await run(`DELETE FROM lastro.audit_trail WHERE stream = 'cashout-cid1'`);
    await run('DELETE FROM lastro.webhook_outbox');
    expect(await differencesOf(world, world.store)).toEqual([]);
  });

  test('E14: so it is where it was closed', async () => {
    await run(`INSERT INTO lastro.closed_streams (projection, stream, from_revision, from_commit, from_prepare)
      SELECT name, 'cashout-cid1', 0, 0, 0 FROM unnest(ARRAY['audit-trail', 'webhook-outbox']) AS name`);
    await run(`DELETE FROM lastro.audit_trail WHERE stream = 'cashout-cid1'`);
    await run('DELETE FROM lastro.webhook_outbox');
    expect(await differencesOf(world, world.store)).toEqual([]);
  });
});

describe('E7: it is told', () => {
  test('what rows and outbox know of an older copy of the log, and what the bank does', async () => {
    const [intent, delivery] = [await idOf('cashout-cid1', 1), await deliveryId()];
    const copy = await copyOf(world.store, 4);
    const told = await differencesOf(world, copy);
    expect(told).toContain(`AUDIT_TRAIL -> LOG: EVENT ${intent}`);
    expect(told).toContain(`OUTBOX -> LOG: DELIVERY ${delivery}`);
    expect(told).toContain(`BANK -> LOG: PAYOUT ${KEY}`);
    expect(told).not.toContain('ROWS -> LOG: STREAM cashout-cid1');
    const older = await differencesOf(world, await copyOf(world.store, 2));
    expect(older).toEqual(
      expect.arrayContaining(['ROWS -> LOG: STREAM cashout-cid1', 'ROWS -> LOG: STREAM deposit-ethereum:0xd1:0']),
    );
    expect(await differencesOf(world, createMemoryEventStore())).toEqual(
      expect.arrayContaining(['ROWS -> LOG: STREAM partner-p1', 'ROWS -> LOG: STREAM user-u1']),
    );
  });

  test('what the audit trail and the outbox lack below their checkpoints', async () => {
    const [accepted, delivery] = [await idOf('cashout-cid1', 1), await deliveryId()];
    await run(`DELETE FROM lastro.audit_trail WHERE event_id = '${accepted}'`);
    await run('DELETE FROM lastro.webhook_outbox');
    expect(await differencesOf(world, world.store)).toEqual([
      `LOG -> AUDIT_TRAIL: EVENT ${accepted}`,
      `LOG -> OUTBOX: DELIVERY ${delivery}`,
    ]);
  });

  test('what was tried to be sent of a delivery that nobody knows', async () => {
    await run(`INSERT INTO lastro.webhook_attempts (delivery_id, partner_id, attempts, next_at, lease_until, leased_by)
      VALUES ('evt_9', 'p1', 1, now(), now(), 'w')`);
    expect(await differencesOf(world, world.store)).toEqual(['OUTBOX -> LOG: DELIVERY evt_9']);
  });

  test('whose key the vault lacks, once', async () => {
    await run(`DELETE FROM vault.subject_keys WHERE subject_id = 'u1'`);
    expect(await differencesOf(world, world.store)).toEqual(['LOG -> VAULT: SUBJECT u1']);
  });

  test('what the bank alone knows under a key of ours, and what it lacks since its list begins', async () => {
    const other = transfer({ idempotencyKey: OTHER_KEY, settledAt: time(90) });
    expect(await differencesOf(world, world.store, bankOf(other))).toEqual([
      `BANK -> LOG: PAYOUT ${OTHER_KEY}`,
      `LOG -> BANK: PAYOUT ${KEY}`,
    ]);
  });

  test('nothing, where the bank does not say what it knows', async () => {
    const { provider } = scriptedProvider({ list: failed('UNAVAILABLE') });
    await expect(differencesOf(world, world.store, provider)).rejects.toThrow('The list of scripted is not known');
  });
});
