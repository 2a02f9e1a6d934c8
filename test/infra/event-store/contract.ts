import { randomUUID } from 'node:crypto';
import { isAfter, type Recorded, START } from '../../../aggregates/events';
import type { AppendResult, EventStore, ExpectedRevision, Proposed } from '../../../commands/event-store';
import { type Follower, followStore } from './follower';
import { blockNumberOf, cancelled, idsOf, metadata, watermark, watermarks } from './watermarks';

export interface OpenStore {
  readonly store: EventStore;
  readonly close: () => Promise<void>;
}

export interface ContractOptions {
  readonly open: () => Promise<OpenStore>;
  /** Positions follow each other without a gap, and nobody else writes. */
  readonly dense: boolean;
}

const collect = async (events: AsyncIterable<Recorded>): Promise<Recorded[]> => {
  const all: Recorded[] = [];
  for await (const event of events) all.push(event);
  return all;
};

/** What every implementation of the EventStore port keeps (design: event-store, section 4). */
export const eventStoreContract = (name: string, { open, dense }: ContractOptions): void => {
  describe(`the event store contract, ${name}`, () => {
    let opened: OpenStore;
    let store: EventStore;
    let followers: Follower[] = [];

    const follow: typeof followStore = (...parameters) => {
      const follower = followStore(...parameters);
      followers.push(follower);
      return follower;
    };
    const newStream = (prefix = 'watcher'): string => `${prefix}-${randomUUID()}`;
    const appended = async (
      stream: string,
      expected: ExpectedRevision,
      events: readonly Proposed[],
    ): Promise<Extract<AppendResult, { outcome: 'appended' }>> => {
      const result = await store.append(stream, expected, events);
      if (result.outcome !== 'appended') throw new Error(`expected it to be appended: ${JSON.stringify(result)}`);
      return result;
    };

    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    }, 30_000);
    afterEach(async () => {
      await Promise.all(followers.map(({ stop }) => stop()));
      followers = [];
    });
    afterAll(() => opened.close());

    it('gives back what was written, in order, with revision, position and metadata', async () => {
      const stream = newStream();
      const proposed = [watermark(1), cancelled('d-1'), watermark(3)];
      const result = await appended(stream, 'no_stream', proposed);
      const read = await store.readStream(stream);
      expect(read.map(({ id, type, data, metadata: kept }) => ({ id, type, data, metadata: kept }))).toEqual(proposed);
      expect(read.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(read.every((event) => event.stream === stream)).toBe(true);
      expect(result.revision).toBe(2);
      expect(read[2]?.position).toEqual(result.position);
      expect(isAfter(read[1]!.position, read[0]!.position)).toBe(true);
    });

    it('reads a stream from a revision on, and nothing where there is nothing', async () => {
      const stream = newStream();
      await appended(stream, 'no_stream', watermarks(0, 1, 2));
      expect((await store.readStream(stream, 1)).map(blockNumberOf)).toEqual(['1', '2']);
      expect(await store.readStream(stream, 3)).toEqual([]);
      expect(await store.readStream(newStream())).toEqual([]);
    });

    describe('when an append is repeated', () => {
      const first = watermarks(0, 1);
      const second = watermarks(2, 3);
      let stream: string;
      let results: Extract<AppendResult, { outcome: 'appended' }>[];

      beforeEach(async () => {
        stream = newStream();
        results = [await appended(stream, 'no_stream', first), await appended(stream, 1, second)];
      });

      it('answers the same ids at the same revision with what was written then', async () => {
        expect(await store.append(stream, 1, second)).toEqual(results[1]);
        expect(await store.append(stream, 'no_stream', first)).toEqual(results[0]);
        expect(await store.readStream(stream)).toHaveLength(4);
      });

      it('takes the first part of what was written for a repetition too', async () => {
        const result = await appended(stream, 'no_stream', first.slice(0, 1));
        expect(result.revision).toBe(0);
        expect(await appended(stream, 'no_stream', [...first, ...second])).toEqual(results[1]);
        expect(await store.readStream(stream)).toHaveLength(4);
      });

      it('refuses other ids, also when only a later one differs or there are more than were written', async () => {
        const wrong = { outcome: 'wrong_revision' };
        expect(await store.append(stream, 'no_stream', watermarks(9))).toEqual(wrong);
        expect(await store.append(stream, 1, [second[0]!, watermark(9)])).toEqual(wrong);
        expect(await store.append(stream, 1, [...second, watermark(9)])).toEqual(wrong);
        expect(await store.append(stream, 0, second)).toEqual(wrong);
        expect(await store.readStream(stream)).toHaveLength(4);
      });

      it('refuses a revision that the stream has not reached', async () => {
        expect(await store.append(stream, 4, watermarks(9))).toEqual({ outcome: 'wrong_revision' });
        expect(await store.append(newStream(), 0, watermarks(9))).toEqual({ outcome: 'wrong_revision' });
        expect(await store.readStream(stream)).toHaveLength(4);
      });

      it('writes at the current revision even when the ids were used before', async () => {
        expect((await appended(stream, 3, second)).revision).toBe(5);
      });
    });

    it('writes all events of an append or none', async () => {
      const stream = newStream();
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, writer) => store.append(stream, 'no_stream', watermarks(writer, writer, writer))),
      );
      expect(results.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
      expect(results.filter(({ outcome }) => outcome === 'wrong_revision')).toHaveLength(7);
      const read = await store.readStream(stream);
      expect(new Set(read.map(blockNumberOf)).size).toBe(1);
      expect(read).toHaveLength(3);
    });

    it('lets exactly one of racing appends win, revision after revision', async () => {
      const stream = newStream();
      await appended(stream, 'no_stream', watermarks(0));
      for (let revision = 0; revision < 5; revision += 1) {
        const race = Array.from({ length: 20 }, (_, writer) => store.append(stream, revision, watermarks(writer)));
        const outcomes = (await Promise.all(race)).map(({ outcome }) => outcome);
        expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === 'wrong_revision')).toHaveLength(19);
      }
      expect((await store.readStream(stream)).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5]);
    });

    it('shows every reader of everything the same order under 64 writers, early or late', async () => {
      const prefix = newStream('order');
      const before = await store.head();
      const filter = { streamPrefixes: [prefix] };
      const early = [follow(store, before, filter), follow(store, before)];
      const write = async (writer: number): Promise<void> => {
        for (let index = 0; index < 10; index += 1) {
          await appended(`${prefix}-${writer}`, index === 0 ? 'no_stream' : index * 2 - 1, watermarks(index, index));
        }
      };
      const writers = Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
      await early[0]!.untilEvents(200);
      const late = follow(store, before, filter);
      await writers;
      const mine = ({ stream }: Recorded): boolean => stream.startsWith(prefix);
      await Promise.all([...early, late].map((one) => one.until(() => one.events.filter(mine).length >= 1_280)));

      const read = (await collect(store.readAll(before))).filter(mine);
      expect(read).toHaveLength(1_280);
      for (const { events } of [...early, late]) expect(idsOf(events.filter(mine))).toEqual(idsOf(read));
      expect(read.every((event, index) => index === 0 || isAfter(event.position, read[index - 1]!.position))).toBe(
        true,
      );
      if (!dense) return;
      const places = read.map(({ position }) => position.commit);
      expect(places).toEqual(Array.from({ length: 1_280 }, (_, index) => places[0]! + BigInt(index)));
    }, 60_000);

    it('reads everything strictly after a position, up to the end', async () => {
      const [one, two] = [newStream(), newStream()];
      const first = await appended(one, 'no_stream', watermarks(0));
      const last = await appended(two, 'no_stream', watermarks(1, 2));
      expect((await collect(store.readAll(first.position))).map(blockNumberOf)).toEqual(['1', '2']);
      expect(await collect(store.readAll(last.position))).toEqual([]);
      expect(await store.head()).toEqual(last.position);
      expect((await collect(store.readAll(START))).at(-1)?.position).toEqual(last.position);
    });

    it('stops reading everything when the reader has seen enough', async () => {
      const before = await store.head();
      await appended(newStream(), 'no_stream', watermarks(0, 1, 2));
      const seen: string[] = [];
      for await (const event of store.readAll(before)) {
        seen.push(blockNumberOf(event));
        if (seen.length === 2) break;
      }
      expect(seen).toEqual(['0', '1']);
    });

    it('filters by the name of the stream and by the type of the event', async () => {
      const prefix = newStream('filter');
      const before = await store.head();
      await appended(`${prefix}-a`, 'no_stream', [watermark(0), cancelled('d')]);
      await appended(newStream(), 'no_stream', watermarks(1));
      await appended(`${prefix}-b`, 'no_stream', watermarks(2));
      const byStream = { streamPrefixes: [`${prefix}-a`, `${prefix}-b`] };
      const byType = { typePrefixes: ['Webhook', 'Payout'] };
      const types = (events: readonly Recorded[]): string[] => events.map(({ type }) => type);
      const three = ['WatermarkReached', 'WebhookCancelled', 'WatermarkReached'];
      expect(types(await collect(store.readAll(before, byStream)))).toEqual(three);
      expect(types(await collect(store.readAll(before, byType)))).toEqual(['WebhookCancelled']);

      const following = [follow(store, before, byStream), follow(store, before, byType)];
      await Promise.all([following[0]!.untilEvents(3), following[1]!.untilEvents(1)]);
      expect(following.map(({ events }) => types(events))).toEqual([three, ['WebhookCancelled']]);
    });

    it('tells a filtered subscription how far the log was considered', async () => {
      const before = await store.head();
      const follower = follow(store, before, { streamPrefixes: [newStream('nothing')] });
      await follower.until(() => follower.caughtUp() > 0);
      const { position } = await appended(
        newStream(),
        'no_stream',
        watermarks(...Array.from({ length: 100 }, (_, n) => n)),
      );
      const passed = await appended(newStream(), 'no_stream', watermarks(...Array.from({ length: 100 }, (_, n) => n)));
      await follower.until(() => follower.positions.some((seen) => !isAfter(position, seen)));
      expect(follower.events).toEqual([]);
      expect(follower.positions.every((seen) => !isAfter(seen, passed.position))).toBe(true);
    }, 20_000);

    it('resumes a subscription strictly after the given position', async () => {
      const stream = newStream();
      const before = await store.head();
      await appended(stream, 'no_stream', watermarks(0, 1, 2, 3));
      const all = follow(store, before, { streamPrefixes: [stream] });
      await all.untilEvents(4);
      const rest = follow(store, all.events[1]!.position, { streamPrefixes: [stream] });
      await rest.untilEvents(2);
      await appended(stream, 3, watermarks(4));
      await rest.untilEvents(3);
      expect(rest.events.map(blockNumberOf)).toEqual(['2', '3', '4']);
    });

    it('delivers in batches of at most 500, one at a time, and says when it has caught up', async () => {
      const before = await store.head();
      const stream = newStream();
      await appended(stream, 'no_stream', watermarks(...Array.from({ length: 1_200 }, (_, index) => index)));
      let handling = 0;
      const follower = follow(store, before, undefined, async () => {
        handling += 1;
        expect(handling).toBe(1);
        await new Promise((resolve) => void setImmediate(resolve));
        handling -= 1;
      });
      await follower.untilEvents(1_200);
      await follower.until(() => follower.caughtUp() > 0);
      expect(Math.max(...follower.batches)).toBeLessThanOrEqual(500);
      expect(follower.events.map(blockNumberOf)).toEqual(Array.from({ length: 1_200 }, (_, index) => String(index)));
    });

    it('holds events back while a handler is slow, and loses none', async () => {
      const before = await store.head();
      let release = (): void => undefined;
      const blocked = new Promise<void>((resolve) => void (release = resolve));
      const follower = follow(store, before, undefined, () => blocked);
      let last = before;
      for (let round = 0; round < 12; round += 1) {
        const many = watermarks(...Array.from({ length: 500 }, (_, index) => index));
        last = (await appended(newStream(), 'no_stream', many)).position;
      }
      release();
      await follower.untilEvents(6_000);
      expect(follower.events.at(-1)?.position).toEqual(last);
      expect(follower.drops).toEqual([]);
    }, 20_000);

    it('delivers again what a handler failed on', async () => {
      const before = await store.head();
      let failures = 0;
      const follower = follow(store, before, undefined, async () => {
        failures += 1;
        if (failures < 3) throw new Error('the database of the projection is away');
      });
      await appended(newStream(), 'no_stream', watermarks(7));
      await follower.untilEvents(1);
      expect(follower.events.map(blockNumberOf)).toEqual(['7']);
      expect(follower.drops).toEqual(Array(2).fill('the database of the projection is away'));
    });

    it('calls no handler after a stopped subscription has resolved', async () => {
      const before = await store.head();
      let finished = false;
      const follower = follow(store, before, undefined, async () => {
        await new Promise((resolve) => void setImmediate(resolve));
        finished = true;
      });
      await appended(newStream(), 'no_stream', watermarks(0));
      await follower.untilEvents(1);
      await follower.stop();
      expect(finished).toBe(true);
      await appended(newStream(), 'no_stream', watermarks(1));
      const witness = follow(store, before);
      await witness.untilEvents(2);
      expect(follower.events).toHaveLength(1);
    });

    it('refuses system streams, empty appends and events of another version', async () => {
      await expect(store.append('$settings', 'no_stream', watermarks(0))).rejects.toThrow('Not a stream');
      await expect(store.append('', 'no_stream', watermarks(0))).rejects.toThrow('Not a stream');
      await expect(store.append(newStream(), 'no_stream', [])).rejects.toThrow('at least one event');
      const older = { ...watermark(0), metadata: { ...metadata, schemaVersion: 0 } };
      await expect(store.append(newStream(), 'no_stream', [older])).rejects.toThrow('is written in version 1, not 0');
    });
  });
};
