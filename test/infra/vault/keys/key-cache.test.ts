import { createKeyCache } from '../../../../infra/vault/keys/key-cache';

let nowMs = 0;
const create = (maxKeys = 2) => createKeyCache({ now: () => nowMs, maxKeys, ttlMs: 1_000 });
const key = (byte: number): Buffer => Buffer.alloc(32, byte);

test('keeps a key for its lifetime, counted from the start of the read', () => {
  const cache = create();
  const reading = cache.startReading();
  nowMs += 400;
  cache.put('a', key(1), reading);
  nowMs += 599;
  expect(cache.get('a')).toEqual(key(1));
  nowMs += 1;
  expect(cache.get('a')).toBeNull();
});

test('removes the least recently used key above the limit', () => {
  const cache = create();
  cache.put('a', key(1), cache.startReading());
  cache.put('b', key(2), cache.startReading());
  cache.get('a');
  cache.put('c', key(3), cache.startReading());
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([key(1), null, key(3)]);
});

test('removes an erased key at once, also against a read from before the erasure', () => {
  const cache = create();
  cache.put('a', key(1), cache.startReading());
  const reading = cache.startReading();
  cache.erase('a');
  expect(cache.get('a')).toBeNull();
  cache.put('a', key(1), reading);
  expect(cache.get('a')).toBeNull();
});
