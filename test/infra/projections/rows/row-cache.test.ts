import { createRowCache } from '../../../../infra/projections/rows/row-cache';
import type { Row } from '../../../../read-models/table';

const rows = (table: string, ...keys: readonly string[]) =>
  new Map([[table, new Map<string, Row | null>(keys.map((key) => [key, { key }]))]]);

test('keeps the rows that were used last, and that there is none', () => {
  const cache = createRowCache(2);
  expect(cache.get('intents', 'a')).toBeUndefined();
  cache.merge(rows('intents', 'a', 'b'));
  cache.merge(rows('intents', 'a'));
  cache.merge(new Map([['intents', new Map([['c', null]])]]));
  expect(['a', 'b', 'c'].map((key) => cache.get('intents', key))).toEqual([{ key: 'a' }, undefined, null]);
});

test('keeps nothing of a table that is only written, whose rows take no place of others', () => {
  const cache = createRowCache(2);
  cache.get('intents', 'a');
  cache.merge(rows('intents', 'a'));
  cache.merge(rows('trail', '1', '2', '3'));
  expect(cache.get('intents', 'a')).toEqual({ key: 'a' });
  expect(cache.get('trail', '3')).toBeUndefined();
  cache.merge(rows('trail', '4'));
  expect(cache.get('trail', '4')).toEqual({ key: '4' });
});

test('forgets everything when the rows may be others', () => {
  const cache = createRowCache(2);
  cache.get('intents', 'a');
  cache.merge(rows('intents', 'a'));
  cache.clear();
  expect(cache.get('intents', 'a')).toBeUndefined();
});
