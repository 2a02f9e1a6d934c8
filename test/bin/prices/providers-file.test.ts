import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';
import { readProvidersFile } from '../../../src/bin/wiring/prices/providers-file';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-test-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const read = (content: unknown, isProduction = false) => {
  const file = path.join(folder, 'providers.json');
  fs.writeFileSync(file, JSON.stringify(content));
  return readProvidersFile(file, isProduction);
};

const BINANCE = { name: 'binance', adapter: 'binance' };
const WOOVI = { name: 'woovi', adapter: 'woovi', secrets: { appId: 'WOOVI_APP_ID' }, kinds: ['PIX_KEY'] };
const ASAAS = {
  name: 'asaas',
  adapter: 'asaas',
  secrets: { accessToken: 'ASAAS_TOKEN', callbackToken: 'ASAAS_CALLS' },
};
const RELOADLY = {
  ...{ name: 'cards', adapter: 'reloadly', recipientEmail: 'cards@example.com' },
  secrets: { clientId: 'RELOADLY_ID', clientSecret: 'RELOADLY_SECRET' },
};
const DIDIT = {
  ...{ name: 'didit', adapter: 'didit', flows: { PF: 'persons' } },
  secrets: { apiKey: 'DIDIT_KEY', callbackSecrets: 'DIDIT_CALLS' },
};
const API_PIX = {
  ...{ name: 'banco', adapter: 'api-pix', url: 'https://pix.example.com/v2' },
  secrets: { clientId: 'PIX_ID', clientSecret: 'PIX_SECRET' },
  apiPix: {
    ...{ tokenUrl: 'https://pix.example.com/oauth/token', pixKey: 'caixa@example.com' },
    ...{ certificateFile: '/run/pix.pem', keyFile: '/run/pix.key', callbackSubjects: ['CN=pix.example.com'] },
  },
};
const NONE = { secrets: null, kinds: null, limits: null, balanceFloorCents: null, isProviderSandbox: false };

test('reads each entry, with its address if there is one', () => {
  const foxbit = { name: 'foxbit', adapter: 'foxbit', url: 'http://127.0.0.1:9/' };
  expect(read({ providers: [BINANCE, foxbit] })).toEqual([
    { ...BINANCE, url: null, ...NONE },
    { ...foxbit, url: 'http://127.0.0.1:9', ...NONE },
  ]);
});

test.each<[string, object, string]>([
  ['an unknown key', { ...BINANCE, secret: 'x' }, 'providers[0].secret is not a known key'],
  ['an unknown adapter', { ...BINANCE, adapter: 'bank' }, 'providers[0].adapter'],
  ['a bank without secrets', { ...WOOVI, secrets: undefined }, 'woovi: secrets: required are'],
  ['secrets of another bank', { ...WOOVI, adapter: 'asaas' }, 'woovi: secrets: required are accessToken'],
  ['a secret itself', { ...WOOVI, secrets: { appId: 'Q2xpZW50' } }, 'must name a variable'],
  ['secrets of a source', { ...BINANCE, secrets: WOOVI.secrets }, 'binance: secrets: binance does not support them'],
  ['limits of a source', { ...BINANCE, limits: {} }, 'binance: limits: binance does not support them'],
  ['an unknown limit', { ...WOOVI, limits: { PIX_KEY: { weekCents: 1 } } }, 'weekCents is not a known key'],
  ['a limit of an unknown method', { ...WOOVI, limits: { CASH: {} } }, 'providers[0].limits'],
  ['a limit that is not whole', { ...WOOVI, limits: { PIX_KEY: { nightCents: 0.5 } } }, 'nightCents'],
  ['gift cards without an address', { ...RELOADLY, recipientEmail: undefined }, 'cards: authUrl, recipientEmail'],
  ['an address of a bank', { ...WOOVI, recipientEmail: 'a@b.example' }, 'woovi: authUrl, recipientEmail'],
  ['charges of a bank without any', { ...ASAAS, kinds: ['PIX_CHARGE'] }, 'asaas: kinds: asaas receives no payments'],
  ['a bank of the API Pix without an address', { ...API_PIX, url: undefined }, 'banco: url, apiPix: are needed'],
  ['a bank of the API Pix without its terms', { ...API_PIX, apiPix: undefined }, 'banco: url, apiPix: are needed'],
  [
    'terms of the API Pix of another bank',
    { ...WOOVI, apiPix: API_PIX.apiPix },
    'woovi: apiPix: woovi does not support them',
  ],
  ['limits of a bank that pays nothing', { ...API_PIX, limits: {} }, 'banco: limits: api-pix does not support them'],
  ['a bank without callers', { ...API_PIX, apiPix: { ...API_PIX.apiPix, callbackSubjects: [] } }, 'callbackSubjects'],
  ['kinds of gift cards', { ...RELOADLY, kinds: ['PIX_KEY'] }, 'cards: kinds'],
  [
    'a floor of an adapter that delivers crypto',
    { ...WOOVI, adapter: 'woovi-stablecoin', kinds: undefined, balanceFloorCents: 1 },
    'woovi: balanceFloorCents: woovi-stablecoin does not support them',
  ],
  ['KYC without a workflow', { ...DIDIT, flows: {} }, 'didit: flows: are needed'],
  ['a workflow of an unknown kind of person', { ...DIDIT, flows: { PX: 'x' } }, 'providers[0].flows'],
  ['limits of KYC', { ...DIDIT, limits: {} }, 'didit: limits: didit does not support them'],
  [
    'a sandbox of Serpro',
    {
      ...{ name: 'serpro', adapter: 'serpro', environment: 'provider-sandbox' },
      secrets: { consumerKey: 'SERPRO_KEY', consumerSecret: 'SERPRO_SECRET' },
    },
    'serpro: environment: serpro does not support them',
  ],
  ['a workflow of a bank', { ...WOOVI, flows: DIDIT.flows }, 'woovi: flows, returnUrl: woovi does not support them'],
  ['a return URL that is none', { ...DIDIT, returnUrl: 'app' }, 'must be an http or https URL'],
  ['a URL with a user', { ...BINANCE, url: 'https://user:secret@host' }, 'without user'],
])('refuses %s', (_what, entry, message) => {
  expect(() => read({ providers: [entry] })).toThrow(message);
});

test('reads the names of the secrets of a bank and its kinds of payment', () => {
  expect(read({ providers: [WOOVI] })).toEqual([{ ...NONE, ...WOOVI, url: null }]);
});

test('reads the limits of a bank as centavos', () => {
  const limits = { PIX_KEY: { transactionCents: 5, nightCents: 0 } };
  expect(read({ providers: [{ ...WOOVI, limits, balanceFloorCents: 7 }] })).toMatchObject([
    { limits: { PIX_KEY: { transactionCents: 5n, nightCents: 0n } }, balanceFloorCents: 7n },
  ]);
});

test('reads the mail address of a provider of gift cards and the address of its tokens', () => {
  const { recipientEmail, ...entry } = RELOADLY;
  expect(read({ providers: [{ ...RELOADLY, authUrl: 'http://127.0.0.1:9/' }] })).toEqual([
    { ...NONE, ...entry, url: null, giftCards: { authUrl: 'http://127.0.0.1:9', recipientEmail } },
  ]);
});

test('reads the workflows of KYC and its return URL', () => {
  const { flows, ...entry } = DIDIT;
  const returnUrl = 'https://app.example/done?from=kyc';
  expect(read({ providers: [{ ...DIDIT, returnUrl }] })).toEqual([
    { ...NONE, ...entry, url: null, identity: { flows, returnUrl } },
  ]);
});

test('reads the terms of a bank of the API Pix, and refuses its tokens in clear in production', () => {
  expect(read({ providers: [API_PIX] })).toEqual([{ ...NONE, ...API_PIX }]);
  const clear = { ...API_PIX, apiPix: { ...API_PIX.apiPix, tokenUrl: 'http://pix.example.com/oauth/token' } };
  expect(() => read({ providers: [clear] }, true)).toThrow('banco: tokenUrl: must be https in production');
});

test('refuses two entries for one adapter', () => {
  expect(() => read({ providers: [BINANCE, { ...BINANCE, name: 'other' }] })).toThrow('binance is listed twice');
});

test('refuses plain http in production', () => {
  expect(() => read({ providers: [{ ...BINANCE, url: 'http://host' }] }, true)).toThrow('must be https in production');
  expect(() => read({ providers: [{ ...DIDIT, returnUrl: 'http://app' }] }, true)).toThrow(
    'didit: returnUrl: must be https in production',
  );
});

test("accepts a bank's own sandbox, and refuses it in production", () => {
  const file = { providers: [{ ...WOOVI, environment: 'provider-sandbox' }] };
  expect(read(file)).toMatchObject([{ isProviderSandbox: true, url: null }]);
  expect(() => read(file, true)).toThrow('woovi: environment: is refused in production');
  expect(() => read({ providers: [{ ...BINANCE, environment: 'provider-sandbox' }] })).toThrow(
    'binance does not support them',
  );
});

test('reads the example, which has an entry of each adapter', () => {
  const example = path.join(projectRoot(), 'config', 'providers.example.json');
  expect(readProvidersFile(example, true).map(({ adapter }) => adapter)).toEqual([
    ...['mercado-bitcoin', 'binance', 'foxbit', 'coingecko', 'ptax', 'brasil-api', 'woovi'],
    ...['woovi-stablecoin', 'asaas', 'reloadly', 'didit', 'sumsub', 'serpro', 'api-pix'],
  ]);
});
