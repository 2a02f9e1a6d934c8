import assert from 'node:assert/strict';
import { isAfter, type Recorded, START } from '../../../../../aggregates/events';
import { assertSame } from '../assertions';
import type { Cases } from '../cases';
import { collect, newStream, type Scene } from './scene';
import { blockNumberOf, cancelled, idsOf, watermark, watermarks } from './watermarks';

/** The part of the contract about reading everything, in order. */
export const READS: Cases<Scene> = {
  'shows every reader of everything the same order under 64 writers, early or late': async (scene) => {
    const prefix = newStream('order');
    const before = await scene.store.head();
    const filter = { streamPrefixes: [prefix] };
    const early = [scene.follow(scene.store, before, filter), scene.follow(scene.store, before, scene.among(prefix))];
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; index < 10; index += 1) {
        await scene.appended(
          `${prefix}-${writer}`,
          index === 0 ? 'no_stream' : index * 2 - 1,
          watermarks(index, index),
        );
      }
    };
    const writers = Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
    await early[0]!.untilEvents(200);
    const late = scene.follow(scene.store, before, filter);
    await writers;
    const mine = ({ stream }: Recorded): boolean => stream.startsWith(prefix);
    await Promise.all([...early, late].map((one) => one.until(() => one.events.filter(mine).length >= 1_280)));

    const read = (await collect(scene.store.readAll(before, scene.among(prefix)))).filter(mine);
    assertSame(read.length, 1_280);
    for (const { events } of [...early, late]) assertSame(idsOf(events.filter(mine)), idsOf(read));
    assert.ok(read.every((event, index) => index === 0 || isAfter(event.position, read[index - 1]!.position)));
    if (!scene.dense) return;
    const places = read.map(({ position }) => position.commit);
    const dense = Array.from({ length: 1_280 }, (_, index) => places[0]! + BigInt(index));
    assertSame(places, dense);
  },

  'reads everything strictly after a position, up to the end': async (scene) => {
    const prefix = newStream('after');
    const among = scene.among(prefix);
    const first = await scene.appended(`${prefix}-1`, 'no_stream', watermarks(0));
    const last = await scene.appended(`${prefix}-2`, 'no_stream', watermarks(1, 2));
    assertSame((await collect(scene.store.readAll(first.position, among))).map(blockNumberOf), ['1', '2']);
    assertSame(await collect(scene.store.readAll(last.position, among)), []);
    assertSame((await collect(scene.store.readAll(START, among))).at(-1)?.position, last.position);
    const head = await scene.store.head();
    // A server's own events may follow.
    assertSame(scene.dense ? head : isAfter(last.position, head), scene.dense ? last.position : false);
  },

  'stops reading everything when the reader has seen enough': async (scene) => {
    const before = await scene.store.head();
    const stream = newStream();
    await scene.appended(stream, 'no_stream', watermarks(0, 1, 2));
    const seen: string[] = [];
    for await (const event of scene.store.readAll(before, scene.among(stream))) {
      seen.push(blockNumberOf(event));
      if (seen.length === 2) break;
    }
    assertSame(seen, ['0', '1']);
  },

  'filters by the name of the stream and by the type of the event': async (scene) => {
    const prefix = newStream('filter');
    const before = await scene.store.head();
    await scene.appended(`${prefix}-a`, 'no_stream', [watermark(0), cancelled('d')]);
    await scene.appended(newStream(), 'no_stream', watermarks(1));
    await scene.appended(`${prefix}-b`, 'no_stream', watermarks(2));
    const byStream = { streamPrefixes: [`${prefix}-a`, `${prefix}-b`] };
    const byType = { typePrefixes: ['Webhook', 'Payout'] };
    const types = (events: readonly Recorded[]): string[] => events.map(({ type }) => type);
    const three = ['WatermarkReached', 'WebhookCancelled', 'WatermarkReached'];
    assertSame(types(await collect(scene.store.readAll(before, byStream))), three);
    assertSame(types(await collect(scene.store.readAll(before, byType))), ['WebhookCancelled']);

    const following = [scene.follow(scene.store, before, byStream), scene.follow(scene.store, before, byType)];
    await Promise.all([following[0]!.untilEvents(3), following[1]!.untilEvents(1)]);
    const followed = following.map(({ events }) => types(events));
    assertSame(followed, [three, ['WebhookCancelled']]);
  },
};
