import type { LedgerEvent } from '../../aggregates/events';
import { memoryRows } from '../../packages/testing/src/ledger/memory/memory-rows';
import { EVERY_EVENT_TYPE, event, recordAll } from '../../packages/testing/src/samples/sample-events';
import { debit } from '../../packages/testing/src/samples/sample-withdrawal-data';
import { finalDebitsProjection } from '../../projections/final-debits';
import { finalDebits } from '../../read-models/matching/final-debits';
import { expectEveryRow } from '../every-row';

const rowsFrom = (...events: readonly LedgerEvent[]) => {
  const rows = memoryRows(finalDebitsProjection);
  recordAll(events).forEach(rows.apply);
  return rows.all(finalDebits);
};

const PAID = {
  stream: 'withdrawal-wd1',
  network: 'ethereum',
  block_number: debit.blockNumber,
  confirmed_at: event('PeggedDebitSettled').data.settledAt,
};
const DELIVERED = {
  stream: 'cashin-cash1',
  network: 'ethereum',
  block_number: null,
  confirmed_at: event('DeliveryConfirmed').data.confirmedAt,
};

test('PeggedDebitSettled: makes a final debit with its block', () =>
  expect(rowsFrom(event('PeggedDebitSettled'))).toEqual([PAID]));

test('DeliveryConfirmed: makes a final delivery of our own, with a block that older events lack', () => {
  expect(rowsFrom(event('DeliveryConfirmed'))).toEqual([DELIVERED]);
  expect(rowsFrom(event('DeliveryConfirmed', { blockNumber: '7' }))).toEqual([{ ...DELIVERED, block_number: '7' }]);
});

test('DeliveryConfirmed: ignores a provider that sends from its own float', () =>
  expect(rowsFrom(event('DeliveryConfirmed', { debitedCents: '100' }))).toEqual([]));

test('StreamClosed: removes the row, because an operator settles it', () => {
  const closed = (stream: string) => event('StreamClosed', { stream });
  const both = [event('PeggedDebitSettled'), event('DeliveryConfirmed')];
  expect(rowsFrom(...both, closed('withdrawal-wd1'))).toEqual([DELIVERED]);
  expect(rowsFrom(...both, closed('cashin-cash1'))).toEqual([PAID]);
  expect(rowsFrom(...both, closed('peggedBalance-1'))).toHaveLength(2);
});

test('changes a row only for a final or closed transfer', () =>
  expectEveryRow(EVERY_EVENT_TYPE, String, (type) => {
    const isTold = type === 'PeggedDebitSettled' || type === 'DeliveryConfirmed';
    expect(rowsFrom(event(type))).toHaveLength(isTold ? 1 : 0);
  }));
