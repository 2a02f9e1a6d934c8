import { foldRows } from '../../../../../infra/projections/rows/batch';
import { createWriteTogether } from '../../../../../infra/projections/rows/one-statement';
import { ensureCheckpoints, readCheckpoint } from '../../../../../infra/projections/waiting/checkpoints';
import { reachedBy } from '../../../../../infra/projections/waiting/reached';
import { expectedRows, rowsOf } from '../../../../infra/projections/fixture';
import { tallyProjection } from '../../../../infra/projections/tallies';
import { useWorld } from '../live/scene';

describe('rows and checkpoint in one statement', () => {
  const { world } = useWorld();
  const projection = tallyProjection();
  const write = createWriteTogether(projection);
  const place = () => readCheckpoint(world().pool, projection.name);

  /** Prepares the write of the log's events from the present checkpoint; the function returns true if it was applied. */
  const prepared = async (): Promise<() => Promise<boolean>> => {
    const { pool, log } = world();
    await ensureCheckpoints(pool, [projection.name]);
    const [from, to] = [await place(), reachedBy(log.events.at(-1)!)];
    return () =>
      write(
        pool,
        { from, to },
        foldRows(projection, log.events, () => null),
      );
  };

  it('are added, removed and moved together', async () => {
    const { pool, log } = world();
    for (const stream of ['tally-1', 'tally-2']) log.write(stream, { owner: 'a', amount: '1' });
    expect(await (await prepared())()).toBe(true);
    log.write('tally-2', { owner: 'a', amount: '1', isClosing: true });
    expect(await (await prepared())()).toBe(true);
    expect(await rowsOf(pool)).toEqual(expectedRows(projection, log.events));
    expect((await place()).position).toEqual(log.events.at(-1)!.position);
  });

  it('stay unchanged when another writer has moved the checkpoint', async () => {
    world().log.write('tally-1', { owner: 'a', amount: '1' });
    const late = await prepared();
    await world().pool.query('UPDATE lastro.named_checkpoints SET generation = generation + 1');
    expect(await late()).toBe(false);
    expect(await rowsOf(world().pool)).toEqual({ tallies: [], owners: [] });
  });

  it('do not wait for the lock of the checkpoint, and lock none of its tables', async () => {
    world().log.write('tally-1', { owner: 'a', amount: '1' });
    const meanwhile = await prepared();
    const holder = await world().pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM lastro.named_checkpoints WHERE projection = 'tallies' FOR UPDATE`);
    expect(await meanwhile()).toBe(false);
    await holder.query('LOCK TABLE lastro.test_tallies IN ACCESS EXCLUSIVE MODE NOWAIT');
    await holder.query('COMMIT');
    holder.release();
    expect(await meanwhile()).toBe(true);
  });
});
