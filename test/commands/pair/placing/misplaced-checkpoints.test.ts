import { misplacedCheckpoints, type Records } from '../../../../commands/pair/placing/misplaced-checkpoints';
import type { StoredRecord } from '../../../../commands/ports/event-store';
import type { ConsideredEvent, PairCheckpoint } from '../../../../commands/ports/pair';
import { recordLog } from '../../../doubles/undecoded-log';

const at = (place: number) => ({ commit: BigInt(place), prepare: BigInt(place) });

const record = (place: number, stream: string, revision: number, type = 'CashoutIntentCreated'): StoredRecord => ({
  ...{ stream, revision, type, id: `id-${place}`, position: at(place) },
});

/** Offsets, with events of others between ours. */
const LOG = [
  record(3, '$scavenges', 0, '$scavengeIndexInitialized'),
  record(10, 'partner-1', 0),
  record(25, 'cashout-1', 0),
  record(31, 'othershop-1', 0, 'OrderPlaced'),
  record(48, 'cashout-1', 1),
  record(59, '$stats-1', 0, '$statsCollected'),
];

const eventOf = ({ stream, revision, id, position }: StoredRecord): ConsideredEvent => ({
  ...{ stream, revision, id, position },
});
const LAST = eventOf(LOG[4]!);
const checkpoint = (considered: PairCheckpoint['considered'], projection = 'payouts'): PairCheckpoint => ({
  ...{ projection, considered },
});
const without = (...places: readonly number[]): readonly StoredRecord[] =>
  LOG.filter(({ position }) => !places.includes(Number(position.commit)));
const judged = async (log: Records, considered: ConsideredEvent = LAST) =>
  (await misplacedCheckpoints(log, [checkpoint(considered)]))[0];

describe('the event of a checkpoint', () => {
  test('is in its place: the same stream, revision, id and position', async () => {
    expect(await misplacedCheckpoints(recordLog(LOG), [checkpoint(LAST), checkpoint('START', 'links')])).toEqual([]);
  });

  test.each<[string, Partial<ConsideredEvent>]>([
    ['stream', { stream: 'cashout-2' }],
    ['revision', { revision: 2 }],
    ['id', { id: 'id-49' }],
  ])('is another one by its %s', async (_name, changed) => {
    expect(await judged(recordLog(LOG), { ...LAST, ...changed })).toEqual({
      projection: 'payouts',
      considered: { ...LAST, ...changed },
      found: { stream: 'cashout-1', revision: 1, id: 'id-48' },
      isStreamFaulty: false,
      before: 'START',
    });
  });

  test('is in another place', async () => {
    const moved = { ...LAST, position: at(40) };
    expect(await judged(recordLog(LOG), moved)).toMatchObject({ considered: moved, isStreamFaulty: false });
    expect(await judged(recordLog(LOG), { ...LAST, position: { commit: 48n, prepare: 40n } })).toBeDefined();
  });

  test('is absent from an older copy, which ends before it, and from an empty log', async () => {
    expect(await judged(recordLog(LOG.slice(0, 4)))).toMatchObject({ found: null, isStreamFaulty: false });
    expect(await judged(recordLog([]))).toMatchObject({ found: null, isStreamFaulty: false });
  });

  test('is absent from another history, which continues beyond it', async () => {
    const other = [...LOG.slice(0, 4), record(48, 'link-9', 0), record(70, 'link-9', 1)];
    expect(await judged(recordLog(other))).toMatchObject({
      found: { stream: 'link-9', revision: 0, id: 'id-48' },
      isStreamFaulty: false,
    });
  });

  test('is absent without a fault of its stream, which has no deletion', async () => {
    expect(await judged(recordLog(without(48)))).toMatchObject({ isStreamFaulty: false, before: 'START' });
  });
});

describe('the event of a checkpoint in a deleted or truncated stream', () => {
  const metadata = record(80, '$$cashout-1', 0, '$metadata');

  test('is a fault of the stream when it is deleted for good', async () => {
    expect(await judged(recordLog(without(25, 48), ['cashout-1']))).toEqual({
      projection: 'payouts',
      considered: LAST,
      found: { stream: '$stats-1', revision: 0, id: 'id-59' },
      isStreamFaulty: true,
      before: eventOf(LOG[1]!),
    });
  });

  test('is a fault of a stream with a $$ event, as after a soft deletion', async () => {
    expect(await judged(recordLog([...without(48), metadata]))).toMatchObject({
      isStreamFaulty: true,
      before: eventOf(LOG[2]!),
    });
    expect(await judged(recordLog([...without(25, 48), metadata]))).toMatchObject({ isStreamFaulty: true });
  });

  test('is a fault of the stream when it begins later than at 0', async () => {
    const later = [...without(25, 48), record(90, 'cashout-1', 2)];
    expect(await judged(recordLog(later))).toMatchObject({ isStreamFaulty: true, before: eventOf(LOG[1]!) });
  });

  test('is no fault of the stream when the log ends before the event', async () => {
    const older = [...LOG.slice(0, 3), { ...metadata, position: at(27) }];
    expect(await judged(recordLog(older, ['cashout-1']))).toMatchObject({ isStreamFaulty: false });
  });

  test('moves back past any number of foreign events and marks of a deletion', async () => {
    const others = Array.from({ length: 1_203 }, (_, index) => record(100 + index, 'othershop-1', index + 1, 'Sold'));
    const mark = record(60, 'cashout-7', 2 ** 63, '$streamDeleted');
    const gone = { ...LAST, position: at(5_000), id: 'gone' };
    const log = recordLog([...LOG, mark, ...others, record(6_000, '$stats-1', 1)], ['cashout-1']);
    expect((await judged(log, gone))?.before).toEqual(LAST);
  });

  test('moves back to the start when no event of ours is before it', async () => {
    const first = eventOf(LOG[1]!);
    expect((await judged(recordLog(without(10), ['partner-1']), first))?.before).toBe('START');
  });
});

test('is read once when many checkpoints name it', async () => {
  const log = recordLog(LOG);
  let reads = 0;
  const recordAt: Records['recordAt'] = (position) => {
    reads += 1;
    return log.recordAt(position);
  };
  const names = ['payouts', 'links', 'deposits'];
  const absent = { ...LAST, id: 'other' };
  const found = await misplacedCheckpoints(
    { ...log, recordAt },
    names.map((name) => checkpoint(absent, name)),
  );
  expect([found.map(({ projection }) => projection), reads]).toEqual([names, 1]);
});

test('fails when the store does not answer', async () => {
  const away = { ...recordLog(LOG), recordAt: () => Promise.reject(new Error('away')) };
  await expect(misplacedCheckpoints(away, [checkpoint(LAST)])).rejects.toThrow('away');
});
