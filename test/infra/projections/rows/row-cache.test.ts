import { createRowCache } from '../../../../infra/projections/rows/row-cache';
import type { Row } from '../../../../read-models/table';

const rows = (table: string, ...keys: readonly string[]) =>
  new Map([[table, new Map<string, Row | null>(keys.map((key) => [key, { key }]))]]);

test('keeps the most recently used rows, and remembers missing rows', () => {
  const cache = createRowCache(2);
  expect(cache.get('intents', 'a')).toBeUndefined();
  cache.merge(rows('intents', 'a', 'b'));
  cache.merge(rows('intents', 'a'));
  cache.merge(new Map([['intents', new Map([['c', null]])]]));
  expect(['a', 'b', 'c'].map((key) => cache.get('intents', key))).toEqual([{ key: 'a' }, undefined, null]);
});

test('keeps no rows of a table that is only written, which use no space of others', () => {
  const cache = createRowCache(2);
  cache.get('intents', 'a');
  cache.merge(rows('intents', 'a'));
  cache.merge(rows('trail', '1', '2', '3'));
  expect(cache.get('intents', 'a')).toEqual({ key: 'a' });
  expect(cache.get('trail', '3')).toBeUndefined();
  cache.merge(rows('trail', '4'));
  expect(cache.get('trail', '4')).toEqual({ key: '4' });
});

test('deletes all rows when they may have changed', () => {
  const cache = createRowCache(2);
  cache.get('intents', 'a');
  cache.merge(rows('intents', 'a'));
  cache.clear();
  expect(cache.get('intents', 'a')).toBeUndefined();
});
