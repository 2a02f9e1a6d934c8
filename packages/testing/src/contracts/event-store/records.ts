import assert from 'node:assert/strict';
import { isAfter, type Recorded } from '../../../../../aggregates/events';
import type { StoredRecord } from '../../../../../commands/ports/event-store';
import { assertSame } from '../assertions';
import type { Cases } from '../cases';
import { collect, newStream, type Scene } from './scene';
import { cancelled, watermark } from './watermarks';

const recordOf = ({ stream, revision, id, type, position }: Recorded): StoredRecord => ({
  ...{ stream, revision, id, type, position },
});

const threeIn = async (scene: Scene, prefix: string): Promise<readonly Recorded[]> => {
  const before = await scene.store.head();
  await scene.appended(`${prefix}-a`, 'no_stream', [watermark(0), cancelled('d')]);
  await scene.appended(`${prefix}-b`, 'no_stream', [watermark(1)]);
  return collect(scene.store.readAll(before, { streamPrefixes: [prefix] }));
};

/** The part of the contract about undecoded records of the log. */
export const RECORDS: Cases<Scene> = {
  'answers the record that is at a position, itself included': async (scene) => {
    const events = await threeIn(scene, newStream('records'));
    const found = await Promise.all(events.map(({ position }) => scene.store.recordAt(position)));
    assertSame(found, events.map(recordOf));
    assertSame(found.length, 3);
  },

  'has no record beyond the end': async (scene) => {
    const { commit, prepare } = await scene.store.head();
    const beyond = { commit: commit + 1_000_000_000n, prepare: prepare + 1_000_000_000n };
    assertSame(await scene.store.recordAt(beyond), null);
  },

  'reads records backwards, strictly before a position, at most as many as asked for': async (scene) => {
    const prefix = newStream('backwards');
    const events = await threeIn(scene, prefix);
    const last = events.at(-1)!;
    const before = await scene.store.recordsBefore(last.position, 50);
    assert.ok(before.every(({ position }) => isAfter(last.position, position)));
    const ours = before.filter(({ stream }) => stream.startsWith(prefix));
    assertSame(ours, [events[1]!, events[0]!].map(recordOf));
    assertSame((await scene.store.recordsBefore(last.position, 1)).length, 1);
  },

  'knows where a stream begins, and that there is none': async (scene) => {
    const stream = newStream('begins');
    assertSame(await scene.store.beginningOf(stream), { is: 'NONE' });
    assertSame(await scene.store.beginningOf(`$$${stream}`), { is: 'NONE' });
    await scene.appended(stream, 'no_stream', [watermark(0), watermark(1)]);
    assertSame(await scene.store.beginningOf(stream), { is: 'FROM', revision: 0 });
  },
};
