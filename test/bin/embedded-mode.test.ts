import { isEmbeddedMode } from '../../src/bin/stores/embedded-mode';

const OWN = { readerUrl: 'postgres://reader@127.0.0.1/lastro' };

test.each([
  ['neither store is named', {}, null, true],
  ['neither is, and a service with its own database runs', {}, OWN, true],
  ['neither is, and a service with a database of somebody else runs', {}, {}, false],
  ['the database is named', { DATABASE_URL: 'postgres://db.example/lastro' }, OWN, false],
  ['the event store is named', { EVENTSTORE_URL: 'esdb://store.example:2113' }, OWN, false],
])('%s', (_what, config, running, expected) => {
  expect(isEmbeddedMode(config, running)).toBe(expected);
});
