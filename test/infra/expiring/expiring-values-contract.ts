import { randomUUID } from 'node:crypto';
import type { ExpiringValues } from '../../../commands/ports/expiring-values';

export interface ExpiringFixture {
  /** Two clients of one store, as two processes have them. */
  readonly first: ExpiringValues;
  readonly second: ExpiringValues;
  /** Makes the time of a value pass. */
  readonly expire: (key: string) => Promise<void>;
  /** Remaining time of a value. */
  readonly secondsLeft: (key: string) => Promise<number>;
}

const RACERS = 20;

/** The contract of every implementation. */
export const expiringValuesContract = (open: () => ExpiringFixture): void => {
  let fixture: ExpiringFixture;
  let key: string;
  beforeEach(() => {
    fixture = open();
    key = `challenge:${randomUUID()}`;
  });

  it('keeps a value for its lifetime, for every client', async () => {
    await fixture.first.put(key, 'ação "ß" \n 1', 300);
    expect(await fixture.second.read(key)).toBe('ação "ß" \n 1');
    expect(await fixture.secondsLeft(key)).toBeGreaterThan(290);
    expect(await fixture.secondsLeft(key)).toBeLessThanOrEqual(300);
  });

  it('returns nothing for a key without a value', async () => {
    expect(await fixture.first.read(key)).toBeNull();
    expect(await fixture.first.take(key, '')).toBe(false);
  });

  it('deletes a value after its lifetime', async () => {
    await fixture.first.put(key, 'a', 300);
    await fixture.expire(key);
    expect(await fixture.first.read(key)).toBeNull();
    expect(await fixture.first.take(key, 'a')).toBe(false);
  });

  it('gives a value to one of all simultaneous takers', async () => {
    await fixture.first.put(key, 'a', 300);
    const takes = Array.from({ length: RACERS }, (_, index) =>
      (index % 2 === 0 ? fixture.first : fixture.second).take(key, 'a'),
    );
    expect((await Promise.all(takes)).filter((mine) => mine)).toHaveLength(1);
    expect(await fixture.first.read(key)).toBeNull();
  });

  it('keeps a value that differs from the requested one', async () => {
    await fixture.first.put(key, 'a', 300);
    expect(await fixture.second.take(key, 'b')).toBe(false);
    expect(await fixture.second.read(key)).toBe('a');
  });

  it('replaces a value, which can no longer be taken', async () => {
    await fixture.first.put(key, 'a', 1);
    await fixture.second.put(key, 'b', 300);
    expect(await fixture.first.take(key, 'a')).toBe(false);
    expect(await fixture.secondsLeft(key)).toBeGreaterThan(290);
    expect(await fixture.first.take(key, 'b')).toBe(true);
  });

  it('counts every call once, from any client', async () => {
    const counts = Array.from({ length: RACERS }, (_, index) =>
      (index % 2 === 0 ? fixture.first : fixture.second).count(key, 600),
    );
    const sorted = (await Promise.all(counts)).sort((one, other) => one - other);
    expect(sorted).toEqual(Array.from({ length: RACERS }, (_, index) => index + 1));
  });

  it('deletes a counter some time after its first count, not after its last', async () => {
    expect(await fixture.first.count(key, 100)).toBe(1);
    expect(await fixture.second.count(key, 600)).toBe(2);
    expect(await fixture.secondsLeft(key)).toBeLessThanOrEqual(100);
    await fixture.expire(key);
    expect(await fixture.first.count(key, 600)).toBe(1);
    expect(await fixture.secondsLeft(key)).toBeGreaterThan(590);
  });

  const member = (name: string, most = 5) => ({ key: `${key}:${name}`, value: name, ttlSeconds: 300, most });

  it('keeps the newest values of a group, and removes the oldest above the limit', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await fixture.first.putInGroup(key, member(name, 3));
    expect(await fixture.second.readGroup(key)).toEqual(['d', 'c', 'b']);
    expect(await fixture.second.read(`${key}:a`)).toBeNull();
    expect(await fixture.second.take(`${key}:a`, 'a')).toBe(false);
    expect(await fixture.secondsLeft(`${key}:d`)).toBeGreaterThan(290);
    expect(await fixture.second.take(`${key}:b`, 'b')).toBe(true);
    expect(await fixture.first.readGroup(key)).toEqual(['d', 'c']);
  });

  it('frees the place of a taken or expired value in a group', async () => {
    for (const name of ['a', 'b', 'c']) await fixture.first.putInGroup(key, member(name, 3));
    await fixture.first.take(`${key}:c`, 'c');
    await fixture.expire(`${key}:b`);
    await fixture.second.putInGroup(key, member('d', 3));
    await fixture.second.putInGroup(key, member('e', 3));
    expect(await fixture.first.readGroup(key)).toEqual(['e', 'd', 'a']);
  });

  it('keeps exactly the limit of many values at once, and each listed one can be taken', async () => {
    const names = Array.from({ length: RACERS }, (_, index) => `${index}`);
    await Promise.all(
      names.map((name, index) => (index % 2 === 0 ? fixture.first : fixture.second).putInGroup(key, member(name))),
    );
    const listed = await fixture.first.readGroup(key);
    expect(listed).toHaveLength(5);
    const read = await Promise.all(names.map((name) => fixture.second.read(`${key}:${name}`)));
    expect(read.filter((value) => value !== null).sort()).toEqual([...listed].sort());
    const taken = await Promise.all(listed.map((name) => fixture.second.take(`${key}:${name}`, name)));
    expect(taken).toEqual([true, true, true, true, true]);
  });

  it('keeps groups apart', async () => {
    await fixture.first.putInGroup(key, member('a', 1));
    await fixture.first.putInGroup(`${key}:`, { ...member('b', 1) });
    expect([await fixture.first.readGroup(key), await fixture.first.readGroup(`${key}:`)]).toEqual([['a'], ['b']]);
    expect(await fixture.first.readGroup(`${key}:none`)).toEqual([]);
  });

  it('keeps the values of each key separate', async () => {
    await fixture.first.put(key, 'a', 300);
    await fixture.first.put(`${key}:`, 'b', 300);
    expect(await fixture.first.take(key, 'a')).toBe(true);
    expect(await fixture.first.read(`${key}:`)).toBe('b');
  });
};
