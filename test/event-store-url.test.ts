import { EventStoreDBClient } from '@eventstore/db-client';
import { readConfig } from '../src/config';
import { faultInEventStoreUrl } from '../src/event-store-url';

const LEADER = expect.stringMatching(/^must have no nodePreference but leader/) as string;

test.each([
  'follower',
  'random',
  'readOnlyReplica',
  'read_only_replica',
  'Follower',
  'nobody',
  '',
])('nodePreference=%s is rejected by name, in any spelling of the option', (preference) => {
  for (const option of ['nodePreference', 'nodepreference', 'NODE_PREFERENCE', 'node-preference']) {
    expect(faultInEventStoreUrl(`esdb://a,b?tls=false&${option}=${preference}`)).toEqual(LEADER);
    expect(faultInEventStoreUrl(`esdb+discover://a?${option}=${preference}&tls=false`)).toEqual(LEADER);
  }
});

test('the start is rejected with the names of the variable and the option, and without the password', () => {
  const EVENTSTORE_URL = 'esdb://admin:secret@a:2113,b:2113?nodePreference=follower';
  const refusal = /EVENTSTORE_URL must have no nodePreference but leader/;
  expect(() => readConfig({ EVENTSTORE_URL })).toThrow(refusal);
  expect(() => readConfig({ EVENTSTORE_URL })).not.toThrow(/secret/);
});

test.each([
  'esdb://localhost',
  'esdb://localhost:2113?tls=false',
  'esdb://localhost:2113/?tls=false',
  'esdb://admin:pa?ss&w%40rd@node-1.example:2113,node-2.example:2113,10.0.0.3:2113?tlsCAFile=%2Fetc%2Fca.pem',
  'esdb+discover://cluster.example:2113?nodePreference=leader&maxDiscoverAttempts=3',
  'esdb://a,b?NodePreference=LEADER&throwOnAppendFailure=true&keepAliveInterval=-1',
])('%s is accepted by the configuration and by the client', (text) => {
  expect(faultInEventStoreUrl(text)).toBeUndefined();
  if (!text.includes('tlsCAFile')) expect(() => EventStoreDBClient.connectionString(text)).not.toThrow();
});

test.each([
  ['esdb://', 'must name a host'],
  ['esdb://?tls=false', 'must name a host'],
  ['esdb://admin:secret@', 'must name a host'],
  ['kurrentdb://admin:secret@host', 'must be a URL that begins with esdb:// or esdb+discover://'],
  ['esdb://a,,b', 'must have hosts of letters'],
  ['esdb://[::1]:2113', 'must have hosts of letters'],
  ['esdb://secret@host', 'must have hosts of letters'],
  ['esdb://host:x', 'must have hosts of letters'],
  ['esdb://host?tls=perhaps', 'must have a value that fits its option tls'],
  ['esdb://host?secret', 'must have no option that the client does not know'],
  ['esdb://host?passwort=secret', 'must have no option that the client does not know'],
  ['esdb://host?throwOnAppendFailure=false', 'must have no throwOnAppendFailure but true'],
  ['esdb://u:secret@host?tlsVerifyCert=false', 'must have no tlsVerifyCert but true'],
])('%s is rejected without its text', (text, fault) => {
  expect(faultInEventStoreUrl(text)).toMatch(new RegExp(`^${fault.replaceAll('+', '\\+')}`));
  expect(faultInEventStoreUrl(text)).not.toContain('secret');
});
