import { createLogCopy, type LogCopy } from '../../../../../infra/pair/moving/copying/log-copy';
import fc from '../../../../properties';
import { createVerbatimLog, LEDGER_ID, ordinaryLog, oursIn, type VerbatimLog } from './verbatim-log';

const unheard = () => undefined;
const copyOf = (source: VerbatimLog, target: VerbatimLog): LogCopy =>
  createLogCopy({ source: source.store, target: target.store, ledgerId: LEDGER_ID });
const empty = () => createVerbatimLog('theirs');

const same = ({ records }: VerbatimLog) =>
  records.filter(({ id }) => id.startsWith('ours')).map(({ position: _, ...record }) => record);

/** At each of these counts of what the two stores do, the process ends or an answer is lost. */
type Fate = 'KILLED' | 'LOST' | 'UNANSWERED';
const fates = fc.array(fc.tuple(fc.nat(60), fc.constantFrom<Fate>('KILLED', 'LOST', 'UNANSWERED')), { maxLength: 8 });
const streams = fc.array(fc.constantFrom('user-1', 'user-2', 'quote-1', 'orders-1', '$stats'), { maxLength: 30 });

const killed = new Error('killed');

describe('E13: a log is copied', () => {
  test('without what others and the store have written, in order, as each event stands', async () => {
    const [source, target] = [ordinaryLog(), empty()];
    target.write('orders-1', { metadata: {} });
    expect(await copyOf(source, target).copy(unheard)).toBe(5);
    expect(same(target)).toEqual(same(source));
    expect(target.appended).toEqual(oursIn(source));
    expect(await copyOf(source, target).compare(unheard)).toMatchObject({ count: 5 });
  });

  test('once, however often it is broken off and answers are lost', () =>
    fc.assert(
      fc.asyncProperty(streams, fates, async (names, spoiled) => {
        const [source, target] = [createVerbatimLog('ours'), empty()];
        for (const name of names) {
          const isOurs = !name.startsWith('orders') && !name.startsWith('$');
          source.write(name, isOurs ? {} : { id: `not ${source.records.length}`, metadata: null });
        }
        let steps = 0;
        const waiting = new Map(spoiled);
        for (const log of [source, target]) {
          log.spoil = (what) => {
            steps += 1;
            const fate = waiting.get(steps);
            if (fate === 'KILLED') throw killed;
            return what === 'APPEND' ? fate : undefined;
          };
        }
        for (let run = 0; run <= spoiled.length; run += 1) {
          await copyOf(source, target).copy(unheard).catch(unheard);
        }
        for (const log of [source, target]) log.spoil = () => undefined;
        await copyOf(source, target).copy(unheard);
        expect(same(target)).toEqual(same(source));
        expect(new Set(target.appended).size).toBe(target.appended.length);
      }),
    ));

  test('on to what was written meanwhile', async () => {
    const [source, target] = [ordinaryLog(), empty()];
    const copy = copyOf(source, target);
    await copy.copy(() => {
      if (source.records.length < 14) source.write('user-2');
    });
    source.write('user-3');
    expect(await copy.copy(unheard)).toBe(oursIn(source).length);
    expect(oursIn(target)).toEqual(oursIn(source));
  });

  test('with progress that knows the whole once the source was looked through', async () => {
    const source = createVerbatimLog('ours');
    for (const name of ['user-1', 'orders-1', 'user-2', 'user-2']) {
      source.write(name, name === 'orders-1' ? { metadata: {} } : {});
    }
    const copy = copyOf(source, empty());
    const told: (readonly [number, number | null])[] = [];
    await copy.copy((done, total) => told.push([done, total]));
    source.write('quote-1');
    await copy.notWhole();
    await copy.copy((done, total) => told.push([done, total]));
    expect(told).toEqual([
      [1, null],
      [3, null],
      [4, 4],
    ]);
  });

  test('past an append whose answer was lost, when it has arrived', async () => {
    const [source, target] = [ordinaryLog(), empty()];
    target.spoil = (what) => (what === 'APPEND' ? 'UNANSWERED' : undefined);
    expect(await copyOf(source, target).copy(unheard)).toBe(5);
    expect(target.appended).toEqual(oursIn(source));
  });

  test('not past an append that never arrives', async () => {
    const [source, target] = [ordinaryLog(), empty()];
    target.spoil = (what) => (what === 'APPEND' ? 'LOST' : undefined);
    await expect(copyOf(source, target).copy(unheard)).rejects.toThrow('The event store did not answer: lost');
  });

  test('not where somebody else has written: that revision is named', async () => {
    const [source, target] = [ordinaryLog(), empty()];
    target.write('user-2', { metadata: {} });
    await expect(copyOf(source, target).copy(unheard)).rejects.toThrow('The target does not take user-2@0');
  });
});

describe('E13: the two logs of a move differ', () => {
  const copied = async () => {
    const [source, target] = [ordinaryLog(), empty()];
    await copyOf(source, target).copy(unheard);
    return { source, target };
  };

  test.each([
    ['id', { id: 'ours-other' }],
    ['type', { type: 'UserBlocked' }],
    ['data', { data: { number: 99 } }],
    ['metadata', { metadata: { $correlationId: 'other' } }],
  ])('in the %s of one event, and it is named', async (part, differences) => {
    const { source, target } = await copied();
    const at = target.records.findIndex(({ stream, revision }) => stream === 'user-1' && revision === 1);
    const copy = target.records[at]!;
    const metadata = { ...(copy.metadata as object), ...('metadata' in differences ? differences.metadata : {}) };
    target.records[at] = { ...copy, ...differences, metadata };
    const says = new RegExp(`^The two logs differ: the ${part} of the source's user-1@1 \\(ours-5\\)`);
    await expect(copyOf(source, target).compare(unheard)).rejects.toThrow(says);
    expect(await copyOf(source, target).targetSays()).toMatchObject({ hasOthers: true });
  });

  test('in one that the target lacks, which is named', async () => {
    const { source, target } = await copied();
    source.write('quote-1');
    await expect(copyOf(source, target).compare(unheard)).rejects.toThrow("does not have the source's quote-1@1");
    expect(await copyOf(source, target).targetSays()).toMatchObject({ hasOthers: false });
  });

  test('in one that the source lacks, which is named', async () => {
    const { source, target } = await copied();
    target.write('quote-1', { id: 'stray' });
    await expect(copyOf(source, target).compare(unheard)).rejects.toThrow("does not have the target's quote-1@1");
    expect(await copyOf(source, target).targetSays()).toMatchObject({ hasOthers: true });
  });

  test('in nothing: each event has its place in both', async () => {
    const { source, target } = await copied();
    const places = [];
    for await (const some of copyOf(source, target).places()) places.push(...some);
    expect(places.map(({ eventId }) => eventId)).toEqual(oursIn(source));
    expect(places[1]).toEqual({
      ...{ eventId: 'ours-4', stream: 'user-2', revision: 0 },
      ...{ from: source.records[4]!.position, to: target.records[1]!.position },
    });
  });
});
