import { isAfter } from '../../../../aggregates/events';
import type { Proposed } from '../../../../commands/ports/event-store';
import { type Appended, newStream, type Scene } from './scene';
import { blockNumberOf, cancelled, metadata, watermark, watermarks } from './watermarks';

const LONGEST_NAME_BYTES = 1_024;

/** As the embedded server counts them. */
const bytesOf = (events: readonly Proposed[]): number =>
  events.reduce(
    (sum, { type, data, metadata: own }) =>
      sum + 2 * type.length + Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(own)),
    0,
  );

/** The half of the contract about appends and streams. */
export const appendContract = (scene: Scene): void => {
  it('gives back what was written, in order, with revision, position and metadata', async () => {
    const stream = newStream();
    const proposed = [watermark(1), cancelled('d-1'), watermark(3)];
    const result = await scene.appended(stream, 'no_stream', proposed);
    const read = await scene.store.readStream(stream);
    expect(read.map(({ id, type, data, metadata: kept }) => ({ id, type, data, metadata: kept }))).toEqual(proposed);
    expect(read.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(read.every((event) => event.stream === stream)).toBe(true);
    expect(result.revision).toBe(2);
    expect(read[2]?.position).toEqual(result.position);
    expect(isAfter(read[1]!.position, read[0]!.position)).toBe(true);
  });

  it('reads a stream from a revision on, and nothing where there is nothing', async () => {
    const stream = newStream();
    await scene.appended(stream, 'no_stream', watermarks(0, 1, 2));
    expect((await scene.store.readStream(stream, 1)).map(blockNumberOf)).toEqual(['1', '2']);
    expect(await scene.store.readStream(stream, 3)).toEqual([]);
    expect(await scene.store.readStream(newStream())).toEqual([]);
  });

  describe('when an append is repeated', () => {
    const first = watermarks(0, 1);
    const second = watermarks(2, 3);
    let stream: string;
    let results: Appended[];

    beforeEach(async () => {
      stream = newStream();
      results = [await scene.appended(stream, 'no_stream', first), await scene.appended(stream, 1, second)];
    });

    it('answers the same ids at the same revision with what was written then', async () => {
      expect(await scene.store.append(stream, 1, second)).toEqual(results[1]);
      expect(await scene.store.append(stream, 'no_stream', first)).toEqual(results[0]);
      expect(await scene.store.readStream(stream)).toHaveLength(4);
    });

    it('takes the first part of what was written for a repetition too', async () => {
      const result = await scene.appended(stream, 'no_stream', first.slice(0, 1));
      expect(result.revision).toBe(0);
      expect(await scene.appended(stream, 'no_stream', [...first, ...second])).toEqual(results[1]);
      expect(await scene.store.readStream(stream)).toHaveLength(4);
    });

    it('refuses other ids, also when only a later one differs or there are more than were written', async () => {
      const wrong = { outcome: 'wrong_revision' };
      expect(await scene.store.append(stream, 'no_stream', watermarks(9))).toEqual(wrong);
      expect(await scene.store.append(stream, 1, [second[0]!, watermark(9)])).toEqual(wrong);
      expect(await scene.store.append(stream, 1, [...second, watermark(9)])).toEqual(wrong);
      expect(await scene.store.append(stream, 0, second)).toEqual(wrong);
      expect(await scene.store.readStream(stream)).toHaveLength(4);
    });

    it('refuses a revision that the stream has not reached', async () => {
      expect(await scene.store.append(stream, 4, watermarks(9))).toEqual({ outcome: 'wrong_revision' });
      expect(await scene.store.append(newStream(), 0, watermarks(9))).toEqual({ outcome: 'wrong_revision' });
      expect(await scene.store.readStream(stream)).toHaveLength(4);
    });

    it('writes at the current revision even when the ids were used before', async () => {
      expect((await scene.appended(stream, 3, second)).revision).toBe(5);
    });
  });

  it('writes all events of an append or none', async () => {
    const stream = newStream();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, writer) =>
        scene.store.append(stream, 'no_stream', watermarks(writer, writer, writer)),
      ),
    );
    expect(results.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'wrong_revision')).toHaveLength(7);
    const read = await scene.store.readStream(stream);
    expect(new Set(read.map(blockNumberOf)).size).toBe(1);
    expect(read).toHaveLength(3);
  });

  it('lets exactly one of racing appends win, revision after revision', async () => {
    const stream = newStream();
    await scene.appended(stream, 'no_stream', watermarks(0));
    for (let revision = 0; revision < 5; revision += 1) {
      const race = Array.from({ length: 20 }, (_, writer) => scene.store.append(stream, revision, watermarks(writer)));
      const outcomes = (await Promise.all(race)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'wrong_revision')).toHaveLength(19);
    }
    expect((await scene.store.readStream(stream)).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('refuses system streams, empty appends and events of another version', async () => {
    await expect(scene.store.append('$settings', 'no_stream', watermarks(0))).rejects.toThrow('Not a stream');
    await expect(scene.store.append('', 'no_stream', watermarks(0))).rejects.toThrow('Not a stream');
    await expect(scene.store.append(newStream(), 'no_stream', [])).rejects.toThrow('at least one event');
    const older = { ...watermark(0), metadata: { ...metadata, schemaVersion: 0 } };
    await expect(scene.store.append(newStream(), 'no_stream', [older])).rejects.toThrow(
      'is written in version 1, not 0',
    );
  });

  it('takes an append of 1 MiB, and refuses one of a byte more by name, however many its events are', async () => {
    const stream = newStream();
    const least = bytesOf([watermark(''), watermark('')]);
    const of = (bytes: number) => [watermark(''), watermark('9'.repeat(bytes - least))];
    const says = `The append to ${stream} has 1048577 bytes, and at most 1048576 are written at once`;
    await expect(scene.store.append(stream, 'no_stream', of(1_048_577))).rejects.toThrow(says);
    expect(await scene.store.readStream(stream)).toEqual([]);
    expect(await scene.appended(stream, 'no_stream', of(1_048_576))).toMatchObject({ revision: 1 });
  });

  it('refuses what no store can hold, and says so at once', async () => {
    const append = (stream: string, event: unknown) => scene.store.append(stream, 'no_stream', [event as Proposed]);
    await expect(append('watcher\0', watermark(0))).rejects.toThrow('Not a stream');
    await expect(append('é'.repeat(513), watermark(0))).rejects.toThrow('Not a stream');
    await expect(append(newStream(), watermark(0, 'first'))).rejects.toThrow('a UUID');
    const counted = { ...watermark(0), data: { network: 'ethereum', blockNumber: 1n } };
    await expect(append(newStream(), counted)).rejects.toThrow('WatermarkReached cannot be written as JSON');
    const name = newStream();
    const longest = name + 'é'.repeat((LONGEST_NAME_BYTES - name.length) / 2);
    expect(Buffer.byteLength(longest)).toBe(LONGEST_NAME_BYTES);
    expect((await scene.appended(longest, 'no_stream', watermarks(0))).revision).toBe(0);
  });
};
