import path from 'node:path';
import { rebuildProjection } from '../../../../../infra/projections/rebuild/rebuild';
import { projections } from '../../../../../projections/all';
import { doOldCursorsHold, listNotifications } from '../../../../../read-models/partner-feed';
import { silent } from '../../../../infra/projections/fixture';
import { event } from '../../../../samples/sample-events';
import { bankOf, differencesOf, project, writeAll } from '../comparing/compared-world';
import {
  allRows,
  arrive,
  everything,
  FROM,
  inBatches,
  isBeside,
  type MovingWorld,
  openDatabase,
  openMoving,
  placeIn,
  rowsOf,
  TO,
} from './moving-world';

const READ_MODELS = path.join(__dirname, '../../../../../read-models');

let world: MovingWorld;

beforeEach(async () => {
  world = await openMoving();
});
afterEach(() => world.close());

const putBeside = (places = world.places) => world.rows.putBeside('move1', inBatches(places));

const moved = async (): Promise<void> => {
  await putBeside();
  await arrive(world.target);
  expect(await world.rows.putInPlace(FROM, TO)).toBe(true);
};

const query = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await world.pool.query({ text, values: [...values] })).rows as Row[];

describe('E13: the rows of a ledger that moves', () => {
  test('are what its new log makes, and go on with it', async () => {
    await moved();
    await writeAll(world.target, [event('UserUnblocked'), event('LinkCreated', { linkCode: 'link2' })]);
    await project({ ...world, store: world.target });
    const fresh = await openDatabase();
    try {
      await project({ ...fresh, store: world.target });
      expect(await allRows(world)).toEqual(await allRows(fresh));
    } finally {
      await fresh.close();
    }
  });

  test('are found the same by every rebuild and by the comparison, also before anything is projected', async () => {
    const before = await differencesOf(world, world.source, bankOf());
    await moved();
    const differences = await Promise.all(
      projections.map(async (projection) => {
        const stores = { databaseUrl: world.url, eventStore: world.target };
        const options = { ...stores, projection, readModelsFolder: READ_MODELS, logger: silent };
        return (await rebuildProjection(options)).differences;
      }),
    );
    expect(differences.flat()).toEqual([]);
    expect(await differencesOf(world, world.target, bankOf())).toEqual(before);
  });

  test('stay as they are until what is beside is put in place, by whichever process', async () => {
    const before = await everything(world);
    const told: number[] = [];
    await world.rows.putBeside('move1', inBatches(world.places), (count) => told.push(count));
    expect(told.at(-1)).toBe(world.places.length);
    expect(await everything(world)).toEqual(before);
    expect(await rowsOf(world).putInPlace(FROM, TO)).toBe(true);
    expect(await everything(world)).not.toEqual(before);
    expect([await query('SELECT ledger_id, last_id, move FROM lastro.pair'), await isBeside(world)]).toEqual([
      [{ ledger_id: TO.ledgerId, last_id: TO.last?.id, move: null }],
      false,
    ]);
  });

  test('have what a later run has put beside them', async () => {
    const link = placeIn(world, 'link-link1');
    const wrong = world.places.map((place) => ({ ...place, to: place.from }));
    await world.rows.putBeside('move0', inBatches(wrong));
    await moved();
    expect(await query('SELECT position_commit FROM lastro.links')).toEqual([
      { position_commit: link.to.commit.toString() },
    ]);
  });

  test('are left alone where the row was changed meanwhile', async () => {
    await putBeside();
    const before = await everything(world);
    const other = { ...FROM, last: { id: 'led9', revision: 3 } };
    expect(await world.rows.putInPlace(other, TO)).toBe(false);
    expect(await world.rows.dropMove(other, TO)).toBe(false);
    expect([await everything(world), await isBeside(world)]).toEqual([before, true]);
  });

  test('are left alone when the move is dropped, also before anything is beside', async () => {
    await putBeside();
    const [pair, ...rest] = [await query('SELECT move FROM lastro.pair'), await allRows(world)];
    expect(pair).toEqual([{ move: FROM.move }]);
    const dropped = { ...FROM, move: null };
    expect(await world.rows.dropMove(FROM, dropped)).toBe(true);
    expect([await allRows(world), await isBeside(world)]).toEqual([...rest, false]);
    expect(await query('SELECT last_id, move FROM lastro.pair')).toEqual([{ last_id: FROM.last?.id, move: null }]);
    expect(await world.rows.dropMove(dropped, FROM)).toBe(true);
  });

  test('are in the feed of their partner as before; only cursors that were positions end', async () => {
    const reader = { query, partnerId: 'p1', mode: 'sandbox' } as never;
    const feed = async () => (await listNotifications(reader, '0', 100)).map(({ delivery_id: id }) => id);
    const before = await feed();
    expect([before.length > 0, await doOldCursorsHold(query)]).toEqual([true, true]);
    await moved();
    expect([await feed(), await doOldCursorsHold(query)]).toEqual([before, false]);
  });
});

describe('E13: rows are not put in place', () => {
  test.each([
    ['audit_trail', 'partner-p1', (id: string) => `event ${id}`],
    ['links', 'link-link1', () => 'event of link-link1'],
    ['webhook_outbox', 'cashout-cid1', (id: string) => `event ${id}`],
  ])('where %s has an event that was not copied', async (table, stream, eventOf) => {
    if (table !== 'audit_trail') await query('TRUNCATE lastro.audit_trail');
    const told = await query<{ event_id: string }>(
      'SELECT event_id FROM lastro.webhook_outbox ORDER BY position_commit',
    );
    const lost =
      table === 'webhook_outbox'
        ? world.places.find(({ eventId }) => eventId === told[0]?.event_id)
        : placeIn(world, stream);
    const places = world.places.filter((place) => place !== lost);
    await expect(putBeside(places)).rejects.toThrow(
      `lastro.${table} has ${eventOf(lost?.eventId ?? '')} at ${lost?.from.commit}, and none was copied from there`,
    );
    expect(await isBeside(world)).toBe(false);
  });

  test('where one has come to be since the places were put beside, or says another position', async () => {
    await putBeside();
    await query(`UPDATE lastro.audit_trail SET position_commit = 9999 WHERE stream = 'link-link1' AND revision = 0`);
    const before = await everything(world);
    await expect(world.rows.putInPlace(FROM, TO)).rejects.toThrow('lastro.audit_trail has event');
    expect([await everything(world), await isBeside(world)]).toEqual([before, true]);
  });

  test('where the target has another order', async () => {
    const [first, second, ...rest] = world.places;
    const turned = [
      { ...first!, to: second!.to },
      { ...second!, to: first!.to },
    ];
    await expect(putBeside([...turned, ...rest])).rejects.toThrow(
      `The target has event ${second!.eventId} in another order`,
    );
  });

  test('where nothing is beside them, or what another move has left', async () => {
    await expect(world.rows.putInPlace(FROM, TO)).rejects.toThrow('Nothing of move move1 is beside the rows');
    await world.rows.putBeside('move0', inBatches(world.places));
    await expect(world.rows.putInPlace(FROM, TO)).rejects.toThrow('is of move move0, not move1');
    expect(await query('SELECT move FROM lastro.pair')).toEqual([{ move: FROM.move }]);
  });

  test('where no move has begun', async () => {
    await world.rows.dropMove(FROM, { ...FROM, move: null });
    await expect(world.rows.putInPlace({ ...FROM, move: null }, TO)).rejects.toThrow('No move has begun');
  });
});
