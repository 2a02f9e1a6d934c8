import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportData, type Part } from '../../../commands/operator/console/export-data';
import { createMemoryEventStore } from '../../../infra/event-store/memory';
import { countingIds } from '../../../packages/testing/src/ledger/memory/counting-ids';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import type { MoneyPage } from '../../../read-models/operators/exports/money-facts';
import type { Query } from '../../../read-models/table';
import { csvLine } from '../../../src/reads/exports/csv';
import { type MoneyFact, moneyCsv } from '../../../src/reads/exports/money-csv';
import { asking, typesOf } from '../../core';

const fact = (revision: number, { type, data }: object & { type: string; data: object }): MoneyFact =>
  ({
    ...{ stream: 'cashout-cid1', at: time(revision), position_commit: '7', revision, intent_id: 'cid1' },
    ...{ partner_id: 'p1', mode: 'live', type, data },
    opening: { ...event('CashoutIntentCreated').data, reference: '=order' },
  }) as MoneyFact;

const ASKED: Omit<MoneyPage, 'limit' | 'after'> = { from: time(0), to: time(900), partnerId: null, upTo: '9' };

const csvOf = async (pages: readonly (readonly MoneyFact[])[]) => {
  const asked: (readonly unknown[])[] = [];
  const query = (async (_text: string, values: readonly unknown[]) => {
    asked.push(values);
    return pages[asked.length - 1] ?? [];
  }) as Query;
  const parts: Part[] = [];
  for await (const part of moneyCsv(query, ASKED)) parts.push(part);
  return {
    parts,
    asked,
    lines: parts
      .map(({ text }) => text)
      .join('')
      .split('\r\n')
      .slice(1, -1),
  };
};

describe('a line of payments', () => {
  test('has what came back to us, and what went back to the payer', async () => {
    const returned = fact(1, event('PayoutReturned', { amountCents: '2550' }));
    const crypto = fact(2, event('RefundRecorded', { assetId: 202, amountBaseUnits: '1500000' }));
    const pix = fact(3, event('ChargeRefundDone', { amountCents: '100', endToEndId: 'E9' }));
    const { lines } = await csvOf([[returned, crypto, pix]]);
    const head = (at: number, name: string, end: string) => `${time(at)},${name},cid1,CASHOUT,live,p1,'=order,${end}`;
    expect(lines).toEqual([
      head(1, 'RETURNED', ',,,,,,25.50,,,'),
      head(2, 'REFUNDED', ',,,,,,,,1.5,202'),
      head(3, 'REFUNDED', 'E9,,,,,,,1.00,,'),
    ]);
  });

  test('follows page after page', async () => {
    const page = Array.from({ length: 500 }, (_, at) => fact(at, event('PayoutReturned')));
    const { parts, asked } = await csvOf([page, [fact(500, event('PayoutReturned'))]]);
    expect(parts.map(({ rows }) => rows)).toEqual([0, 500, 1]);
    expect(asked[1]).toEqual(expect.arrayContaining([time(499), '7', 499]));
  });
});

test('a cell that is a number stays, and one like a formula becomes a text', () => {
  const cells = ['-5.25', '-5+1', '+1', '@x', '\tx', '\rx', '=x', 'a-b', ''];
  expect(csvLine(cells)).toBe(`-5.25,'-5+1,'+1,'@x,'\tx,"'\rx",'=x,a-b,\r\n`);
});

describe('an export', () => {
  const context = asking('export', { reason: 'asked for' });
  const asked = { operatorName: 'ana', file: 'AUDIT', upTo: '9' } as const;

  async function* partsOf(): AsyncGenerator<Part> {
    yield { text: 'a\r\n', rows: 0 };
    yield { text: '1\r\n', rows: 1 };
  }

  const scene = () => ({ eventStore: createMemoryEventStore(), clock: manualClock(), ids: countingIds() });
  const STREAM = 'console-ana:2026-11-20';

  test('is in the log before its first line, and has rows and hash after its last', async () => {
    const deps = scene();
    const text = await exportData(deps)(asked, partsOf(), context);
    expect(await typesOf(deps.eventStore, STREAM)).toEqual(['DataExportStarted']);
    const parts: string[] = [];
    for await (const part of text) parts.push(part);
    const [, ended] = await deps.eventStore.readStream(STREAM);
    const fileHash = createHash('sha256').update('a\r\n1\r\n').digest('hex');
    expect([parts, ended?.data]).toEqual([
      ['a\r\n', '1\r\n'],
      expect.objectContaining({ ...asked, rows: 1, fileHash }),
    ]);
    expect(ended?.metadata.reason).toBe('asked for');
  });

  test('breaks off when its end cannot be recorded', async () => {
    const deps = scene();
    const text = await exportData(deps)(asked, partsOf(), context);
    Object.assign(deps.eventStore, { append: () => Promise.reject(new Error('away')) });
    await expect(Readable.from(text).toArray()).rejects.toThrow('away');
  });
});
