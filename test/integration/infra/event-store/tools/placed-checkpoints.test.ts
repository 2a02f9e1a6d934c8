import { START } from '../../../../../aggregates/events';
import { inTransaction } from '../../../../../infra/postgres/pool';
import { parkEvents, parkStream, readParked } from '../../../../../infra/projections/faulty/parked';
import { readCheckpoint, setCheckpoint } from '../../../../../infra/projections/waiting/checkpoints';
import type { Reached } from '../../../../../infra/projections/waiting/reached';
import { allRows, identityOf, openPlacing, type PlacingWorld, place, placeIn } from './placing-world';

let world: PlacingWorld;

/** As in a store whose positions have two different halves. */
const halved = (opened: PlacingWorld): PlacingWorld => ({
  ...opened,
  places: opened.places.map((place) => ({ ...place, to: { ...place.to, prepare: place.to.prepare - 1n } })),
});

beforeEach(async () => {
  world = halved(await openPlacing());
});
afterEach(() => world.close());

const moved = (): Promise<void> => place(world);

const beyond = { commit: 10_000n, prepare: 10_000n };

const stands = (at: Reached): Promise<void> =>
  inTransaction(world.pool, (client) => setCheckpoint(client, 'links', at));

const checkpoint = () => readCheckpoint(world.pool, 'links');

type Place = PlacingWorld['places'][number];

const at = ({ stream, revision, eventId: id }: Place, position: Place['from']): Reached => ({
  considered: { stream, revision, id, position },
  position,
});

const lastPlace = (): Place => world.places.at(-1)!;

describe('a checkpoint of a ledger that is imported', () => {
  test('names the same event at its place in the new log, with a new generation', async () => {
    const link = placeIn(world, 'link-link1');
    await stands(at(link, link.from));
    const { generation } = await checkpoint();
    await moved();
    expect(await checkpoint()).toEqual({ ...at(link, link.to), generation: String(Number(generation) + 1) });
  });

  test('does not stay behind foreign events of the old log', async () => {
    const link = placeIn(world, 'link-link1');
    await stands({ ...at(link, link.from), position: beyond });
    await moved();
    expect(await checkpoint()).toMatchObject(at(link, link.to));
  });

  test('goes back from the ledger’s own stream to the last copied event', async () => {
    const [, led] = await identityOf(world);
    const { stream, revision, id, position } = led!;
    await stands({ considered: { stream, revision, id, position }, position: beyond });
    const before = world.places.findLast(({ from }) => from.commit < position.commit)!;
    expect(before).not.toBe(lastPlace());
    await moved();
    expect(await checkpoint()).toMatchObject(at(before, before.to));
  });

  test('goes back to the start from the opening of the ledger', async () => {
    const [{ stream, revision, id, position }] = (await identityOf(world)) as [never];
    await stands({ considered: { stream, revision, id, position }, position });
    await moved();
    expect(await checkpoint()).toMatchObject({ considered: 'START', position: START });
  });

  test('stays at the start, even when foreign events follow it', async () => {
    await stands({ considered: 'START', position: beyond });
    await moved();
    expect(await checkpoint()).toMatchObject({ considered: 'START', position: START });
  });

  test('changes nothing when its event was not copied or has another place', async () => {
    const link = placeIn(world, 'link-link1');
    const before = await allRows(world);
    await stands(at(link, beyond));
    await expect(moved()).rejects.toThrow(
      `lastro.named_checkpoints has event ${link.eventId} at 10000, but no event was copied from that position`,
    );
    expect(await allRows(world)).toEqual(before);
  });
});

describe('a stream that is parked while its ledger is imported', () => {
  const eventOf = ({ stream, revision, eventId: id, from: position }: Place) => ({
    ...{ stream, revision, id, position },
    type: 'LinkCreated',
  });
  /** Without the stream that the log closes. */
  const parked = async () => {
    const streams = [...(await readParked(world.pool, 'audit-trail'))].filter(([, { isClosed }]) => isClosed !== true);
    return new Map(streams.map(([stream, { revision, position }]) => [stream, { revision, position }]));
  };
  const park = (parkedAt: ReturnType<typeof eventOf>) =>
    inTransaction(world.pool, async (client) => {
      await parkStream(client, 'audit-trail', { ...parkedAt, error: 'faulty' });
      await parkEvents(client, 'audit-trail', [parkedAt]);
    });
  const parkedEvents = async () => {
    const text = 'SELECT event_id, position_commit, position_prepare FROM lastro.parked_events';
    return (await world.pool.query<{ event_id: string }>(text)).rows;
  };

  test('stays parked from the same event on, with its parked events', async () => {
    const link = placeIn(world, 'link-link1');
    await park(eventOf(link));
    await moved();
    expect(await parked()).toEqual(new Map([['link-link1', { revision: 0, position: link.to }]]));
    const [commit, prepare] = [link.to.commit.toString(), link.to.prepare.toString()];
    expect(await parkedEvents()).toEqual([
      { event_id: link.eventId, position_commit: commit, position_prepare: prepare },
    ]);
  });

  test('is removed when it is the ledger’s own stream', async () => {
    const [{ stream, revision, id, position }] = (await identityOf(world)) as [never];
    await park({ stream, revision, id, position, type: 'LedgerOpened' });
    await moved();
    expect([await parked(), await parkedEvents()]).toEqual([new Map(), []]);
  });

  test('stays parked before the next event or after all, when parked as a whole', async () => {
    const [, between, after] = world.places as [Place, Place, Place];
    await inTransaction(world.pool, async (client) => {
      const position = { commit: between.from.commit, prepare: between.from.prepare + 1n };
      await parkStream(client, 'audit-trail', { stream: 'link-a', revision: null, position, error: 'gone' });
      await parkStream(client, 'audit-trail', {
        stream: 'link-b',
        revision: null,
        position: between.from,
        error: 'gone',
      });
      await parkStream(client, 'audit-trail', { stream: 'link-c', revision: null, position: beyond, error: 'gone' });
      await parkStream(client, 'audit-trail', { stream: 'link-d', revision: null, position: START, error: 'gone' });
    });
    await moved();
    const froms = [...(await parked())].map(([stream, { revision, position }]) => [stream, revision, position]).sort();
    expect(froms).toEqual([
      ['link-a', null, after.to],
      ['link-b', null, between.to],
      ['link-c', null, lastPlace().to],
      ['link-d', null, world.places[0]?.to],
    ]);
  });

  test.each([
    ['parked_streams', (link: Place) => `${link.stream}@${link.revision}`],
    ['parked_events', (link: Place) => link.eventId],
  ])('changes nothing when %s has an event that was not copied', async (table, named) => {
    const link = placeIn(world, 'link-link1');
    await park(eventOf(link));
    const column = table === 'parked_streams' ? 'from_prepare' : 'position_prepare';
    await world.pool.query(`UPDATE lastro.${table} SET ${column} = 9999`);
    await expect(moved()).rejects.toThrow(`lastro.${table} has event ${named(link)} at ${link.from.commit}`);
  });
});
