import { isAfter, type Recorded } from '../../../../aggregates/events';
import type { StoredRecord } from '../../../../commands/ports/event-store';
import { collect, newStream, type Scene } from './scene';
import { cancelled, watermark } from './watermarks';

const recordOf = ({ stream, revision, id, type, position }: Recorded): StoredRecord => ({
  ...{ stream, revision, id, type, position },
});

/** The part of the contract about what stands in the log, undecoded. */
export const recordContract = (scene: Scene): void => {
  const threeIn = async (prefix: string): Promise<readonly Recorded[]> => {
    const before = await scene.store.head();
    await scene.appended(`${prefix}-a`, 'no_stream', [watermark(0), cancelled('d')]);
    await scene.appended(`${prefix}-b`, 'no_stream', [watermark(1)]);
    return collect(scene.store.readAll(before, { streamPrefixes: [prefix] }));
  };

  it('answers the record that is at a position, itself included', async () => {
    const events = await threeIn(newStream('records'));
    const found = await Promise.all(events.map(({ position }) => scene.store.recordAt(position)));
    expect(found).toEqual(events.map(recordOf));
    expect(found).toHaveLength(3);
  });

  it('has no record beyond the end', async () => {
    const { commit, prepare } = await scene.store.head();
    const beyond = { commit: commit + 1_000_000_000n, prepare: prepare + 1_000_000_000n };
    expect(await scene.store.recordAt(beyond)).toBeNull();
  });

  it('reads records backwards, strictly before a position, at most as many as asked for', async () => {
    const prefix = newStream('backwards');
    const events = await threeIn(prefix);
    const last = events.at(-1)!;
    const before = await scene.store.recordsBefore(last.position, 50);
    expect(before.every(({ position }) => isAfter(last.position, position))).toBe(true);
    const ours = before.filter(({ stream }) => stream.startsWith(prefix));
    expect(ours).toEqual([events[1]!, events[0]!].map(recordOf));
    expect(await scene.store.recordsBefore(last.position, 1)).toHaveLength(1);
  });

  it('knows where a stream begins, and that there is none', async () => {
    const stream = newStream('begins');
    expect(await scene.store.beginningOf(stream)).toEqual({ is: 'NONE' });
    expect(await scene.store.beginningOf(`$$${stream}`)).toEqual({ is: 'NONE' });
    await scene.appended(stream, 'no_stream', [watermark(0), watermark(1)]);
    expect(await scene.store.beginningOf(stream)).toEqual({ is: 'FROM', revision: 0 });
  });
};
