import type { Recorded } from '../../../../aggregates/events';
import { START } from '../../../../aggregates/events';
import { followStore } from '../../../../packages/testing/src/contracts/event-store/follower';
import { idsOf, watermark } from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { query } from '../../../integration/infra/event-store/served-store';
import { watchStandstill } from './contract/standstill';
import { openServerProgram, type ServerProgram } from './server-program';

const WRITERS = 64;
const KILLS = 5;
const STANDSTILL_MS = 120_000;

const seed = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32: the kills of a run can be repeated by its seed. */
const createRandom = (start: number): (() => number) => {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

describe(`our server under the official client, killed at random under ${WRITERS} writers (CRASH_SEED=${seed})`, () => {
  let opened: ServerProgram;

  beforeAll(async () => {
    opened = await openServerProgram();
  });
  afterAll(() => opened.close(), 30_000);

  it('loses no acknowledged event, and leaves no duplicate or gap', async () => {
    const { store, replace } = opened;
    const random = createRandom(seed);
    const acknowledged = new Map<string, string>();
    const follower = followStore(store, START);
    let kills = 0;
    let replacing: Promise<void> | null = null;
    const nextKill = (): number => acknowledged.size + 50 + Math.floor(random() * 400);
    let killAt = nextKill();
    let stopAt = Infinity;
    let lastTrouble = 'none';
    const standing = (): string =>
      [
        `${acknowledged.size} acknowledged, ${follower.events.length} followed, ${kills} kills`,
        `last trouble: ${lastTrouble}; dropped: ${follower.drops.slice(-3).join(', ')}`,
      ].join('\n');
    const progress = (): number => acknowledged.size + follower.events.length;
    const standstill = watchStandstill(progress, standing, STANDSTILL_MS);

    const maybeKill = (): void => {
      if (acknowledged.size < killAt || kills === KILLS || replacing !== null) return;
      kills += 1;
      replacing = replace().finally(() => {
        replacing = null;
      });
      killAt = nextKill();
      if (kills === KILLS) stopAt = acknowledged.size + 500;
    };

    const appendOnce = async (stream: string, revision: number, id: string, count: number): Promise<void> => {
      const events = Array.from({ length: count }, (_, index) =>
        index === 0 ? watermark(revision, id) : watermark(revision),
      );
      for (;;) {
        const expected = revision === -1 ? 'no_stream' : revision;
        const said = await store.append(stream, expected, events).catch((error: unknown) => {
          return { outcome: 'away', cause: String(error) };
        });
        const { outcome } = said;
        expect(outcome).not.toBe('wrong_revision');
        if (outcome === 'appended') break;
        lastTrouble = JSON.stringify(said);
      }
      for (const event of events) acknowledged.set(event.id, stream);
    };

    const write = async (writer: number): Promise<void> => {
      for (let revision = -1; acknowledged.size < stopAt; ) {
        const count = 1 + (revision % 3 === 0 ? 1 : 0);
        await appendOnce(`w-${writer}`, revision, watermark(0).id, count);
        revision += count;
        maybeKill();
      }
    };
    const all = async (): Promise<void> => {
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      await follower.untilEvents(acknowledged.size);
      await follower.stop();
    };
    await Promise.race([all(), standstill.rejected]).finally(standstill.end);

    expect(kills).toBe(KILLS);
    const rows = await query<{ id: string; stream: string; position: string; revision: string }>(
      opened.databaseUrl,
      'SELECT id, stream, position, revision FROM event_store.events ORDER BY position',
    );
    expect(new Set(idsOf(rows)).size).toBe(rows.length);
    expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1));
    expect(new Map(rows.map(({ id, stream }) => [id, stream]))).toEqual(acknowledged);
    const lengths = new Map<string, number>();
    for (const { stream, revision } of rows) {
      expect(Number(revision)).toBe(lengths.get(stream) ?? 0);
      lengths.set(stream, Number(revision) + 1);
    }
    const seen: readonly Recorded[] = follower.events;
    expect(idsOf(seen)).toEqual(idsOf(rows));
  });
});
