import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { reconciliation } from '../../../projections/reconciliation';
import { networkWatermarks } from '../../../read-models/matching/network-watermarks';
import {
  hasDeadlineBetween,
  lastWatermark,
  listOpenReceivers,
  type ReconciliationIntentRow,
  reconciliationIntents,
} from '../../../read-models/matching/reconciliation-intents';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

// The deadline, tolerance included, is at second 330.
const intent = rowAfter(reconciliation, reconciliationIntents, recorded('CashoutIntentCreated'));
const stored = (columns: Partial<ReconciliationIntentRow> = {}) =>
  models.store(row(reconciliationIntents, { ...intent, ...columns }));
const matters = (after: number, reached: number) =>
  hasDeadlineBetween(models.query, 'ethereum', time(after), time(reached));

test.each([
  ['it passes the deadline', 0, 330.001, true],
  ['not at the deadline', 0, 330, false],
  ['not before the deadline', 0, 329, false],
  ['it follows one at the deadline', 330, 331, true],
  ['not after one that passed the deadline', 330.001, 400, false],
])('decides if a watermark matters: %s', async (_name, after, reached, expected) => {
  await stored();
  expect(await matters(after, reached)).toBe(expected);
});

test.each<Partial<ReconciliationIntentRow>>([
  { status: 'ACCEPTED' },
  { status: 'EXPIRED' },
  { network: 'polygon' },
])('ignores a watermark for %j', async (columns) => {
  await stored(columns);
  expect(await matters(0, 999)).toBe(false);
});

test('reads the last watermark of a network, or the beginning of time', async () => {
  await models.store(row(networkWatermarks, { network: 'ethereum', time: time(5) }));
  expect(await lastWatermark(models.query, 'ethereum')).toBe(time(5));
  expect(await lastWatermark(models.query, 'polygon')).toBe('1970-01-01T00:00:00.000Z');
});

test('counts the open intents of each receiver', async () => {
  const of = (memo: string, columns: Partial<ReconciliationIntentRow>) => stored({ memo_hash: memo, ...columns });
  await of('m1', { receiver: '0xaa' });
  await of('m2', { receiver: '0xaa' });
  await of('m3', { receiver: '0xaa', network: 'polygon' });
  await of('m4', { receiver: '0xbb', status: 'EXPIRED' });
  await of('m5', { receiver: '0xbb', status: 'ACCEPTED' });
  expect(await listOpenReceivers(models.query)).toEqual([
    { network: 'ethereum', receiver: '0xaa', intents: 2 },
    { network: 'polygon', receiver: '0xaa', intents: 1 },
  ]);
});
