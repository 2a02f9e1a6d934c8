import path from 'node:path';
import { rebuildProjection } from '../../../../../infra/projections/rebuild/rebuild';
import { event } from '../../../../../packages/testing/src/samples/sample-events';
import { projections } from '../../../../../projections/all';
import { doOldCursorsHold, listNotifications } from '../../../../../read-models/webhooks/partner-feed';
import { silent } from '../../../../infra/projections/fixture';
import {
  allRows,
  everything,
  openDatabase,
  openPlacing,
  type PlacingWorld,
  place,
  placeIn,
  project,
  writeAll,
} from './placing-world';

const READ_MODELS = path.join(__dirname, '../../../../../read-models');

let world: PlacingWorld;

beforeEach(async () => {
  world = await openPlacing();
});
afterEach(() => world.close());

const moved = (): Promise<void> => place(world);

const query = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await world.pool.query({ text, values: [...values] })).rows as Row[];

describe('the rows of an imported ledger', () => {
  test('equal the rows made from the new log, and follow it', async () => {
    await moved();
    await writeAll(world.target, [event('UserUnblocked'), event('LinkCreated', { linkCode: 'link2' })]);
    await project(world, world.target);
    const fresh = await openDatabase();
    try {
      await project(fresh, world.target);
      expect(await allRows(world)).toEqual(await allRows(fresh));
    } finally {
      await fresh.close();
    }
  });

  test('equal the rows of each rebuild, also before any projection', async () => {
    await moved();
    const differences = await Promise.all(
      projections.map(async (projection) => {
        const stores = { databaseUrl: world.url, eventStore: world.target };
        const options = { ...stores, projection, readModelsFolder: READ_MODELS, logger: silent };
        return (await rebuildProjection(options)).differences;
      }),
    );
    expect(differences.flat()).toEqual([]);
  });

  test('keep their order in the partner’s feed, while cursors of old positions end', async () => {
    const reader = { query, partnerId: 'p1', mode: 'sandbox' } as never;
    const feed = async () => (await listNotifications(reader, '0', 100)).map(({ delivery_id: id }) => id);
    const before = await feed();
    expect([before.length > 0, await doOldCursorsHold(query)]).toEqual([true, true]);
    await moved();
    expect([await feed(), await doOldCursorsHold(query)]).toEqual([before, false]);
  });
});

describe('the move of rows', () => {
  test.each([
    ['audit_trail', 'partner-p1', (id: string) => `event ${id}`],
    ['links', 'link-link1', () => 'event of link-link1'],
    ['webhook_outbox', 'cashout-cid1', (id: string) => `event ${id}`],
  ])('is refused when %s has an event that was not copied', async (table, stream, eventOf) => {
    if (table !== 'audit_trail') await query('TRUNCATE lastro.audit_trail');
    const told = await query<{ event_id: string }>(
      'SELECT event_id FROM lastro.webhook_outbox ORDER BY position_commit',
    );
    const lost =
      table === 'webhook_outbox'
        ? world.places.find(({ eventId }) => eventId === told[0]?.event_id)
        : placeIn(world, stream);
    const places = world.places.filter((place) => place !== lost);
    const before = await everything(world);
    await expect(place({ ...world, places })).rejects.toThrow(
      `lastro.${table} has ${eventOf(lost?.eventId ?? '')} at ${lost?.from.commit}, but no event was copied from that position`,
    );
    expect(await everything(world)).toEqual(before);
  });

  test('is refused when a row has another position than its event had', async () => {
    await query(`UPDATE lastro.audit_trail SET position_commit = 9999 WHERE stream = 'link-link1' AND revision = 0`);
    const before = await everything(world);
    await expect(moved()).rejects.toThrow('lastro.audit_trail has event');
    expect(await everything(world)).toEqual(before);
  });
});
