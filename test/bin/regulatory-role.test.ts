import { mustHaveRole, mustHaveRoleForPartners } from '../../src/bin/running/regulatory-role';

const NONE = {};
const AGENT = { REGULATORY_ROLE: 'agent' } as const;
const offering = (mode: 'live' | 'sandbox') => ({ networks: [{ name: 'ethereum', mode }] }) as never;
const given = (secrets: object | null) => ({ providers: [{ name: 'bank', secrets }] }) as never;
const [SANDBOX, SOURCES] = [offering('sandbox'), given(null)];

test.each([
  ['a live network', offering('live'), SOURCES, 'NETWORKS_FILE has the live network ethereum'],
  ['a provider of live payouts', SANDBOX, given({ appId: 'A' }), 'PROVIDERS_FILE has the live provider bank'],
])('refuses to start with %s and without a regulatory role', (_what, offer, priced, why) => {
  expect(() => mustHaveRole(NONE, offer, priced)).toThrow(`REGULATORY_ROLE must be given: ${why}`);
  expect(() => mustHaveRole(AGENT, offer, priced)).not.toThrow();
});

test('starts without a regulatory role for a sandbox with market prices', () => {
  expect(() => mustHaveRole(NONE, SANDBOX, SOURCES)).not.toThrow();
});

test('refuses to start with a live credential and without a regulatory role', async () => {
  const holding = (rows: readonly object[]) => (async () => rows) as never;
  await expect(mustHaveRoleForPartners(NONE, holding([{ partner_id: 'p1' }]))).rejects.toThrow('partner p1');
  await mustHaveRoleForPartners(NONE, holding([]));
  await mustHaveRoleForPartners(AGENT, holding([{ partner_id: 'p1' }]));
});
