import fs from 'node:fs';
import path from 'node:path';
import { findOrOnboardDemoPartner, linesOf } from '../../../src/bin/programs/demo-partner';
import { temporaryDirectory } from '../../stores/postgres-cluster';

type Running = Parameters<typeof findOrOnboardDemoPartner>[1];

let dataDir: string;
let termsChanged: object[];
beforeEach(() => {
  termsChanged = [];
  dataDir = temporaryDirectory();
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

/** A service over a ledger of its own, which onboards partners by that name. */
const serviceOver = (name: string): Running => {
  const streams = new Map<string, readonly object[]>();
  const onboardPartner = async () => {
    const partnerId = `${name}-${streams.size}`;
    streams.set(`partner-${partnerId}`, [{}]);
    return { partnerId, apiKey: `key-${partnerId}`, webhookSecret: `whsec-${partnerId}`, position: null };
  };
  const readStream = async (stream: string) => streams.get(stream) ?? [];
  const changePartnerTerms = async (terms: object) => {
    termsChanged.push(terms);
    return { position: null };
  };
  return {
    service: { onboardPartner, changePartnerTerms },
    adapters: { ports: { eventStore: { readStream } } },
  } as unknown as Running;
};

test('makes the demo partner once, even without another secret in the data directory', async () => {
  const service = serviceOver('first');
  const made = await findOrOnboardDemoPartner(dataDir, service);
  expect(made).toEqual({ partnerId: 'first-0', apiKey: 'key-first-0', webhookSecret: 'whsec-first-0' });
  expect(await findOrOnboardDemoPartner(dataDir, service)).toEqual(made);
  expect(termsChanged).toEqual([{ partnerId: 'first-0', features: { 'pegged-withdraw': true } }]);
  expect(fs.statSync(path.join(dataDir, 'secrets', 'demo-partner.json')).mode & 0o777).toBe(0o600);
});

test('makes a working key when the data directory belongs to another database', async () => {
  await findOrOnboardDemoPartner(dataDir, serviceOver('first'));
  const { apiKey } = await findOrOnboardDemoPartner(dataDir, serviceOver('second'));
  expect(apiKey).toBe('key-second-0');
});

test('prints the webhook secret beside the key when it is known', () => {
  const partner = { partnerId: 'p', apiKey: 'k' };
  expect(linesOf({ ...partner, webhookSecret: 'whsec_1' }).at(-1)).toBe('  webhook secret  whsec_1');
  expect(linesOf(partner).at(-1)).toBe('  its API key     k');
});
