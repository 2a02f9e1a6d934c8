import { cashout } from '../../aggregates/cashout/cashout';
import { type Decider, fold } from '../../aggregates/decider';
import { deposit } from '../../aggregates/deposit/deposit';
import type { Recorded } from '../../aggregates/events';
import { link } from '../../aggregates/link/link';
import { partner } from '../../aggregates/partner/partner';
import { quote } from '../../aggregates/quote/quote';
import { SCHEMA_VERSIONS } from '../../aggregates/schema-versions';
import { user } from '../../aggregates/user/user';
import { watcher } from '../../aggregates/watcher/watcher';
import { webhook } from '../../aggregates/webhook/webhook';
import { projections } from '../../projections/all';
import type { Row } from '../../read-models/table';
import { expectEveryRow } from '../every-row';
import { type GoldenEvent, goldenLines, goldenLog, goldenStates, goldenTables, writeRows } from './golden-log';
import { expectGoldenRows, rowsAfter } from './golden-rows';
import { VERSION_1_PATHS, VERSION_1_TYPES, VERSION_1_VALUES } from './version-1-types';

/** `GOLDEN_ROWS=rewrite npx jest test/golden/golden.test` rewrites the expected rows from the log, for a review. */
const isRewriting = process.env['GOLDEN_ROWS'] === 'rewrite';

const currentVersions: Readonly<Record<string, number>> = SCHEMA_VERSIONS;
const lines = goldenLines();
const log = goldenLog();

const streamsOf = <Event extends { readonly stream: string }>(events: readonly Event[]) => {
  const streams = new Map<string, Event[]>();
  for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  return streams;
};

beforeAll(() => {
  if (!isRewriting) return;
  if (process.env['CI'] !== undefined)
    throw new Error('GOLDEN_ROWS=rewrite is for a person who reviews the difference');
  for (const projection of projections) {
    for (const [table, rows] of Object.entries(rowsAfter(projection, log))) writeRows(table, rows);
  }
});

describe('the log', () => {
  test('has all written events, in order', () => {
    expect(lines).toHaveLength(421);
    expect(lines.map(({ position }) => Number(position.commit))).toEqual(lines.map((_, index) => index + 1));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    for (const [stream, events] of streamsOf(lines)) {
      expect([stream, events.map(({ revision }) => revision)]).toEqual([stream, events.map((_, index) => index)]);
    }
  });

  test('contains every event type of the first version, and no later type', () => {
    expect([...new Set(lines.map(({ type }) => type))].sort()).toEqual([...VERSION_1_TYPES].sort());
    expect(new Set(lines.map(({ metadata }) => metadata.schemaVersion))).toEqual(new Set([1]));
  });

  const paths = [...streamsOf(lines).values()].map((events) => events.map(({ type }) => type).join(' '));
  test('holds a stream of each path of the first version', () =>
    expectEveryRow(
      VERSION_1_PATHS,
      ([name]) => name,
      ([, path]) => expect(paths.some((types) => path.test(types))).toBe(true),
    ));

  const valuesOf = (event: GoldenEvent, fields: readonly string[]): unknown =>
    fields.reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], event.data);
  test('holds every value of each enumerated field', () =>
    expectEveryRow(
      Object.entries(VERSION_1_VALUES),
      ([name]) => name,
      ([name, values]) => {
        const [type, ...fields] = name.split('.');
        const found = lines.filter((event) => event.type === type).map((event) => valuesOf(event, fields));
        expect(new Set(found)).toEqual(new Set(values));
      },
    ));

  test('contains deposits in flight before and after their acceptance', () => {
    const inFlight = [...streamsOf(lines).values()].flatMap((events) => {
      const last = events.at(-1);
      return last?.type === 'DepositClaimed' ? [goldenStates()[`cashout-${String(last.data['intentId'])}`]] : [];
    });
    expect(inFlight.sort()).toEqual(['PENDING', 'PROCESSING']);
  });

  test('holds a gift card with a PIN and one without, and optional terms', () => {
    const cards = lines.filter(({ type }) => type === 'CashoutIntentCreated').map(({ data }) => data);
    const ofCards = new Set(
      cards.filter(({ payout }) => (payout as { kind: string }).kind === 'GIFT_CARD').map(({ intentId }) => intentId),
    );
    const settled = lines.filter(({ type, data }) => type === 'PayoutSettled' && ofCards.has(data['intentId']));
    expect(settled.map(({ data }) => 'giftCardPin' in data)).toEqual([true, false]);
    const terms = lines
      .filter(({ type }) => type === 'PartnerTermsChanged')
      .map(({ data }) => Object.keys(data).length);
    expect(terms).toEqual([3, 4, 5]);
  });

  test('is read by the codec as it was written, each event in its current version', () => {
    for (const [index, { type, data, metadata, id, stream, revision, position }] of log.entries()) {
      const line = lines[index];
      expect({ id, stream, revision, metadata }).toEqual({
        ...{ id: line?.id, stream: line?.stream, revision: line?.revision, metadata: line?.metadata },
      });
      expect(`${position.commit}/${position.prepare}`).toBe(`${line?.position.commit}/${line?.position.prepare}`);
      if (type !== line?.type || currentVersions[type] !== 1) continue;
      // An event without an upcast is read byte for byte.
      expect(JSON.stringify(data)).toBe(JSON.stringify(line.data));
    }
  });
});

describe('the streams', () => {
  type AnyDecider = Decider<object, never, Recorded>;
  const deciders: Readonly<Record<string, unknown>> = {
    cashout,
    deposit,
    link,
    partner,
    quote,
    user,
    watcher,
    webhook,
  };
  const kindOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
  /** A watcher has no status: its watermark stands for it. */
  const statusOf = (state: object): unknown => ('status' in state ? state.status : 'time' in state ? state.time : null);

  test('have a recorded status each', () => {
    expect([...streamsOf(log).keys()].sort()).toEqual(Object.keys(goldenStates()).sort());
  });

  test('fold to their recorded status', () =>
    expectEveryRow(
      [...streamsOf(log)],
      ([stream]) => stream,
      ([stream, events]) => {
        const decider = deciders[kindOf(stream)] as AnyDecider;
        expect(statusOf(fold(decider, events))).toBe(goldenStates()[stream]);
      },
    ));
});

describe('the rows', () => {
  const tables = projections.flatMap((projection) => projection.tables.map((table) => ({ projection, table })));

  const isGolden = ({ table }: (typeof tables)[number]): boolean => goldenTables().includes(table.name);

  test('have a file for each table, except tables of later events', () => {
    expect(tables.filter(isGolden).length).toBe(goldenTables().length);
    const later = tables.filter((each) => !isGolden(each));
    const rows = later.map(({ projection, table }) => [table.name, rowsAfter(projection, log)[table.name] ?? []]);
    expect(rows).toEqual(later.map(({ table }) => [table.name, []]));
  });

  test('equal the recorded rows', () =>
    expectEveryRow(
      tables.filter(isGolden),
      ({ table }) => table.name,
      ({ projection, table }) => {
        const rows = rowsAfter(projection, log)[table.name] ?? [];
        expect(rows.length).toBeGreaterThan(0);
        expectGoldenRows(table, JSON.parse(JSON.stringify(rows)) as Row[]);
      },
    ));
});
