import { createBoundedMap } from '../../../commands/timing/bounded-map';

const mapOf = (most: number, ...keys: readonly string[]) => {
  const map = createBoundedMap<string>(most);
  for (const key of keys) map.set(key, key.toUpperCase());
  return map;
};

describe('a bounded map', () => {
  test('keeps the newest, and forgets the oldest', () => {
    const map = mapOf(2, 'a', 'b', 'c');
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 'B', 'C']);
    expect([[...map.keys()], [...map.values()]]).toEqual([
      ['b', 'c'],
      ['B', 'C'],
    ]);
  });

  test('counts an entry that is set again as the newest', () => {
    expect([...mapOf(2, 'a', 'b', 'a', 'c').keys()]).toEqual(['a', 'c']);
  });

  test('makes no entry newer by reading', () => {
    const map = mapOf(2, 'a', 'b');
    map.get('a');
    map.set('c', 'C');
    expect([...map.keys()]).toEqual(['b', 'c']);
  });

  test('reuses the room of a deleted entry', () => {
    const map = mapOf(2, 'a', 'b');
    map.delete('b');
    map.set('c', 'C');
    expect([...map.keys()]).toEqual(['a', 'c']);
    map.clear();
    expect([...map.keys()]).toEqual([]);
  });

  test('keeps no entries at size zero', () => {
    expect([...mapOf(0, 'a').keys()]).toEqual([]);
  });
});
