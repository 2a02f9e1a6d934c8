import { createReads } from '../../../infra/providers/http/reads';
import { identitiesIn } from '../../../src/bin/wiring/identity/identities';
import type { ProviderEntry } from '../../../src/bin/wiring/prices/providers-file';

const ENTRY: ProviderEntry = {
  ...{ name: 'own', adapter: 'sumsub', url: null, kinds: null, limits: null, balanceFloorCents: null },
  secrets: { appToken: 'TOKEN', secretKey: 'KEY', callbackSecrets: 'CALLS' },
  ...{ isProviderSandbox: false, identity: { flows: { PF: 'persons' }, returnUrl: null } },
};

const opened = (entry: Partial<ProviderEntry>, secrets: Readonly<Record<string, string>>) =>
  identitiesIn({
    config: { secretOf: (variable) => secrets[variable] },
    ...{ providers: [{ ...ENTRY, ...entry }], reads: createReads(), logger: { debug: () => undefined } },
  });

const LIVE = { TOKEN: 'prd:token', KEY: 'key', CALLS: 'new, old' };

test('serves the kinds of person that have a workflow, and their callbacks', () => {
  const [own] = opened({}, LIVE);
  expect(own?.kyc).toMatchObject({ name: 'own', mode: 'live', personTypes: ['PF'] });
  expect(own?.source).toMatchObject({ surface: 'kyc', provider: 'own' });
});

test('refuses to start without a secret, and with a token of the other environment', () => {
  expect(() => opened({}, { ...LIVE, KEY: '' })).toThrow('PROVIDERS_FILE: own: KEY is not set');
  expect(() => opened({}, { ...LIVE, TOKEN: 'sbx:token' })).toThrow('own: the token and the entry are of different');
  expect(() => opened({ isProviderSandbox: true }, LIVE)).toThrow('own: the token and the entry are of different');
  expect(opened({ isProviderSandbox: true }, { ...LIVE, TOKEN: 'sbx:token' })).toHaveLength(1);
});
