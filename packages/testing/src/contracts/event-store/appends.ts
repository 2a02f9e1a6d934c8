import assert from 'node:assert/strict';
import { isAfter, type Recorded } from '../../../../../aggregates/events';
import type { Proposed } from '../../../../../commands/ports/event-store';
import { assertRejects, assertSame } from '../assertions';
import type { Cases } from '../cases';
import { newStream, type Scene } from './scene';
import { blockNumberOf, cancelled, metadata, watermark, watermarks } from './watermarks';

const LONGEST_NAME_BYTES = 1_024;

/** As the embedded server counts them. */
const bytesOf = (events: readonly Proposed[]): number =>
  events.reduce(
    (sum, { type, data, metadata: own }) =>
      sum + 2 * type.length + Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(own)),
    0,
  );

const revisionsOf = (events: readonly Recorded[]): readonly number[] => events.map(({ revision }) => revision);

const twoAppendsIn = async ({ appended }: Scene) => {
  const [first, second, stream] = [watermarks(0, 1), watermarks(2, 3), newStream()];
  const results = [await appended(stream, 'no_stream', first), await appended(stream, 1, second)];
  return { first, second, stream, results };
};

/** The part of the contract about appends and streams. */
export const APPENDS: Cases<Scene> = {
  'gives back what was written, in order, with revision, position and metadata': async (scene) => {
    const stream = newStream();
    const proposed = [watermark(1), cancelled('d-1'), watermark(3)];
    const result = await scene.appended(stream, 'no_stream', proposed);
    const read = await scene.store.readStream(stream);
    const written = read.map(({ id, type, data, metadata: kept }) => ({ id, type, data, metadata: kept }));
    assertSame(written, proposed);
    assertSame(revisionsOf(read), [0, 1, 2]);
    assert.ok(read.every((event) => event.stream === stream));
    assertSame(result.revision, 2);
    assertSame(read[2]?.position, result.position);
    assertSame(isAfter(read[1]!.position, read[0]!.position), true);
  },

  'reads a stream from a revision on, and nothing where there is nothing': async (scene) => {
    const stream = newStream();
    await scene.appended(stream, 'no_stream', watermarks(0, 1, 2));
    assertSame((await scene.store.readStream(stream, 1)).map(blockNumberOf), ['1', '2']);
    assertSame(await scene.store.readStream(stream, 3), []);
    assertSame(await scene.store.readStream(newStream()), []);
  },

  'answers a repeated append with the revision and position of the first': async (scene) => {
    const { first, second, stream, results } = await twoAppendsIn(scene);
    assertSame(await scene.store.append(stream, 1, second), results[1]);
    assertSame(await scene.store.append(stream, 'no_stream', first), results[0]);
    assertSame((await scene.store.readStream(stream)).length, 4);
  },

  'takes a repetition of the first events, or of several appends, for a repetition': async (scene) => {
    const { first, second, stream, results } = await twoAppendsIn(scene);
    const result = await scene.appended(stream, 'no_stream', first.slice(0, 1));
    assertSame(result.revision, 0);
    assertSame(await scene.appended(stream, 'no_stream', [...first, ...second]), results[1]);
    assertSame((await scene.store.readStream(stream)).length, 4);
  },

  'refuses other ids at an old revision, also when a later one differs or there are more than were written': async (
    scene,
  ) => {
    const { second, stream } = await twoAppendsIn(scene);
    const wrong = { outcome: 'wrong_revision' };
    assertSame(await scene.store.append(stream, 'no_stream', watermarks(9)), wrong);
    assertSame(await scene.store.append(stream, 1, [second[0]!, watermark(9)]), wrong);
    assertSame(await scene.store.append(stream, 1, [...second, watermark(9)]), wrong);
    assertSame(await scene.store.append(stream, 0, second), wrong);
    assertSame((await scene.store.readStream(stream)).length, 4);
  },

  'refuses a revision that the stream has not reached': async (scene) => {
    const { stream } = await twoAppendsIn(scene);
    assertSame(await scene.store.append(stream, 4, watermarks(9)), { outcome: 'wrong_revision' });
    assertSame(await scene.store.append(newStream(), 0, watermarks(9)), { outcome: 'wrong_revision' });
    assertSame((await scene.store.readStream(stream)).length, 4);
  },

  'writes at the current revision even when the ids were used before': async (scene) => {
    const { second, stream } = await twoAppendsIn(scene);
    assertSame((await scene.appended(stream, 3, second)).revision, 5);
  },

  'writes all events of an append or none': async (scene) => {
    const stream = newStream();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, writer) =>
        scene.store.append(stream, 'no_stream', watermarks(writer, writer, writer)),
      ),
    );
    assertSame(results.filter(({ outcome }) => outcome === 'appended').length, 1);
    assertSame(results.filter(({ outcome }) => outcome === 'wrong_revision').length, 7);
    const read = await scene.store.readStream(stream);
    assertSame(new Set(read.map(blockNumberOf)).size, 1);
    assertSame(read.length, 3);
  },

  'lets exactly one of racing appends win, revision after revision': async (scene) => {
    const stream = newStream();
    await scene.appended(stream, 'no_stream', watermarks(0));
    for (let revision = 0; revision < 5; revision += 1) {
      const race = Array.from({ length: 20 }, (_, writer) => scene.store.append(stream, revision, watermarks(writer)));
      const outcomes = (await Promise.all(race)).map(({ outcome }) => outcome);
      assertSame(outcomes.filter((outcome) => outcome === 'appended').length, 1);
      assertSame(outcomes.filter((outcome) => outcome === 'wrong_revision').length, 19);
    }
    assertSame(revisionsOf(await scene.store.readStream(stream)), [0, 1, 2, 3, 4, 5]);
  },

  'refuses system streams, empty appends and events of another version': async (scene) => {
    await assertRejects(scene.store.append('$settings', 'no_stream', watermarks(0)), 'stream');
    await assertRejects(scene.store.append('', 'no_stream', watermarks(0)), 'stream');
    await assertRejects(scene.store.append(newStream(), 'no_stream', []), 'event');
    const older = { ...watermark(0), metadata: { ...metadata, schemaVersion: 0 } };
    await assertRejects(scene.store.append(newStream(), 'no_stream', [older]), 'version');
  },

  'takes an append of 1 MiB, and refuses one of a byte more by name, however many its events are': async (scene) => {
    const stream = newStream();
    const least = bytesOf([watermark(''), watermark('')]);
    const of = (bytes: number) => [watermark(''), watermark('9'.repeat(bytes - least))];
    await assertRejects(scene.store.append(stream, 'no_stream', of(1_048_577)), '1048576');
    assertSame(await scene.store.readStream(stream), []);
    assertSame((await scene.appended(stream, 'no_stream', of(1_048_576))).revision, 1);
  },

  'refuses what no store can hold, and says so at once': async (scene) => {
    const append = (stream: string, event: unknown) => scene.store.append(stream, 'no_stream', [event as Proposed]);
    await assertRejects(append('watcher\0', watermark(0)), 'stream');
    await assertRejects(append('é'.repeat(513), watermark(0)), 'stream');
    await assertRejects(append(newStream(), watermark(0, 'first')), 'UUID');
    const counted = { ...watermark(0), data: { network: 'ethereum', blockNumber: 1n } };
    await assertRejects(append(newStream(), counted), 'JSON');
    const name = newStream();
    const longest = name + 'é'.repeat((LONGEST_NAME_BYTES - name.length) / 2);
    assertSame(Buffer.byteLength(longest), LONGEST_NAME_BYTES);
    assertSame((await scene.appended(longest, 'no_stream', watermarks(0))).revision, 0);
  },
};
