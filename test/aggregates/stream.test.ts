import { partsOfStream, streamNamed, streamsOfId } from '../../aggregates/stream';

test('finds an id in streams of every kind', () => {
  const streams = streamsOfId('0f8fad5b');
  for (const category of [
    'partner',
    'user',
    'quote',
    'cashout',
    'deposit',
    'watcher',
    'webhook',
    'link',
    'ledger',
    'cashin',
  ]) {
    expect(streams).toContain(`${category}-0f8fad5b`);
  }
  expect(new Set(streams).size).toBe(streams.length);
});

test('finds a stream by its whole name, or an id of the same text', () => {
  expect(streamsOfId('user-u1')[0]).toBe('user-u1');
  expect(streamsOfId('user-net')).toContain('watcher-user-net');
});

test('finds no parts in a foreign name', () => {
  expect(partsOfStream('user-a-b')).toEqual({ category: 'user', id: 'a-b' });
  expect(partsOfStream('othershop-1')).toBeNull();
  expect(() => streamNamed('othershop-1')).toThrow('Not a valid stream name');
});
