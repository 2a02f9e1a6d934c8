import { randomBytes } from 'node:crypto';
import { type ConfigError, type Environment, readConfig, withOwnAddress } from '../src/config';

const KEYS = 'several separated by commas, none of them one byte repeated';
const CALLBACK_SECRETS =
  'secrets of at least 16 visible characters, several separated by commas, none of them one repeated';
const CHAIN_SECRETS =
  '<source>:<secret>, several separated by commas, each secret at least 16 visible characters, none of them one repeated';
const MASTER_KEYS = `32 bytes in base64, ${KEYS}`;
const JWT_KEYS = `<kid>:<base64url of 256 bits at least>, ${KEYS}`;

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

test('an empty environment has defaults', () => {
  expect(readConfig({ PORT: '', JWT_KEYS: '' })).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', production: false });
});

test('given values are read', () => {
  const given = { PORT: '0', PUBLIC_BASE_URL: 'https://pay.example/x/', RATE_LIMITS: '{"ip":0}', FEE_FLOOR_CENTS: '0' };
  const lists = { AMOUNT_LIMITS_CENTS: '1,200', WEBHOOK_RETRY_DELAYS_MS: ' 1, 2', TRUSTED_PROXIES: '10.0.0.0/8,::1' };
  const MASTER_KEY = randomBytes(32).toString('base64');
  expect(readConfig({ ...given, ...lists, MASTER_KEY })).toMatchObject({
    ...{ PORT: 0, PUBLIC_BASE_URL: 'https://pay.example/x', RATE_LIMITS: { ip: 0 }, FEE_FLOOR_CENTS: 0 },
    ...{ AMOUNT_LIMITS_CENTS: [1, 200], WEBHOOK_RETRY_DELAYS_MS: [1, 2], TRUSTED_PROXIES: ['10.0.0.0/8', '::1'] },
    MASTER_KEY,
  });
});

test.each([
  ['PORT', 'abc', 'a whole number from 0 to 65535'],
  ['PORT', '70000', 'a whole number from 0 to 65535'],
  ['PORT', ' ', 'a whole number from 0 to 65535'],
  ['PORT', '1e3', 'a whole number from 0 to 65535'],
  ['QUOTE_WINDOW_SECONDS', '4', 'a whole number from 5 to 86400'],
  ['FISCAL_RETENTION_YEARS', '0', 'a whole number from 1 to 100'],
  ['FEE_BASIS_POINTS', '1.5', 'a whole number from 0 to 10000'],
  ['NODE_ENV', 'prod', 'development, test, production'],
  ['LOG_LEVEL', 'loud', 'debug, info, warn, error, silent'],
  ['REQUEST_LOG', 'no', 'on, off'],
  ['METRICS_PORT', '-1', 'a whole number from 0 to 65535'],
  ['WALLET_OTP_REQUIRED', '1', 'true, false'],
  ['WEBHOOK_RETRY_DELAYS_MS', '1,x', 'at most 20 whole numbers from 0 to 86400000, separated by commas'],
  ['DEPOSIT_APPROVAL_CENTS', '-1', 'a whole number from 0 to 1000000000'],
  ['HELD_EXPOSURE_CENTS', '0.5', 'a whole number from 0 to 1000000000000'],
  ['ASSIGNMENT_HOLD_SECONDS', '59', 'a whole number from 60 to 86400'],
  ['AMOUNT_LIMITS_CENTS', '100', '<minimum>,<maximum> in cents, such as 100,1000000'],
  ['AMOUNT_LIMITS_CENTS', '5,4', '<minimum>,<maximum> in cents, such as 100,1000000'],
  ['RATE_LIMITS', 'x', 'JSON with whole numbers under some of ip, credentialed, partner, partnerUsers'],
  ['RATE_LIMITS', '{"foo":1}', 'JSON with whole numbers under some of ip, credentialed, partner, partnerUsers'],
  ['TRUSTED_PROXIES', '::/00', 'addresses and CIDRs, separated by commas, none of them everybody'],
  ['WEBHOOK_ALLOW_CIDRS', 'loopback', 'addresses and CIDRs, separated by commas'],
  ['PUBLIC_BASE_URL', 'pay.example', 'an http or https URL without user, query and fragment'],
  ['PEGGED_BASE_URL', 'http://ana@bank', 'an http or https URL without user, query and fragment'],
  ['PEGGED_BASE_URL', 'https://u@pay.example', 'an http or https URL without user, query and fragment'],
  ['OPS_PUBLIC_URL', 'https://ops.example/x', 'an http or https URL without user, path, query and fragment'],
  ['INSTANCE_ID', 'Lastro', '1 to 40 of a-z, 0-9 and -'],
  ['MEMO_PREFIX', '9x', 'a letter and up to 15 more of a-z, 0-9 and -, and not sha256'],
  ['TOKEN_TTL_DEFAULT', '60', 'a number and one of s, m, h, d, such as 1h'],
  ['WEBHOOK_HEADER_PREFIX', 'X-App', '1 to 20 letters and digits, a letter first'],
] as const)('%s=%s is rejected with the value and the allowed values', (name, value, allowed) => {
  expect(problemsOf({ [name]: value })).toEqual([
    expect.stringContaining(`${name} is "${value}", and must be ${allowed}`) as string,
  ]);
});

test.each([
  ['DATABASE_URL', 'mysql://user:secret@host/x', 'a URL that begins with postgres://'],
  ['OPS_READER_DATABASE_URL', 'mysql://user:secret@host/x', 'a URL that begins with postgres://'],
  ['EVENTSTORE_URL', 'http://user:secret@host', 'a URL that begins with esdb:// or esdb+discover://'],
  ['REDIS_URL', 'http://:secret@host', 'a URL that begins with redis:// or rediss://'],
  ['SMTP_URL', 'mail:secret@host', 'a URL that begins with smtp:// or smtps://'],
  ['MASTER_KEY', 'secret', MASTER_KEYS],
  ['JWT_KEYS', 'secret', JWT_KEYS],
  ['WEBHOOK_GLOBAL_SECRET', 'secret', 'at least 16 characters, not one repeated'],
  ['SANDBOX_CALLBACK_SECRET', 'secret', CALLBACK_SECRETS],
  ['SANDBOX_CALLBACK_SECRET', `${'x'.repeat(16)}y,${'x'.repeat(16)}`, CALLBACK_SECRETS],
  ['CHAIN_CALLBACK_SECRETS', 'secret', CHAIN_SECRETS],
  ['CHAIN_CALLBACK_SECRETS', 'indexer:secret', CHAIN_SECRETS],
  ['CHAIN_CALLBACK_SECRETS', 'In dexer:secret-of-indexer', CHAIN_SECRETS],
  ['CHAIN_CALLBACK_SECRETS', 'indexer:secret-of-indexer,', CHAIN_SECRETS],
] as const)('%s is rejected without its value', (name, value, allowed) => {
  expect(problemsOf({ [name]: value })).toEqual([`${name} must be ${allowed}`]);
});

test('CHAIN_CALLBACK_SECRETS gives each source its secrets, with colons in them', () => {
  const CHAIN_CALLBACK_SECRETS = 'a:first-secret-of-a, b-2:secret:of:b:with:colons,a:second-secret-of-a';
  expect([...(readConfig({ CHAIN_CALLBACK_SECRETS }).CHAIN_CALLBACK_SECRETS ?? [])]).toEqual([
    ['a', ['first-secret-of-a', 'second-secret-of-a']],
    ['b-2', ['secret:of:b:with:colons']],
  ]);
});

const key = (byte: number | null): Buffer => (byte === null ? randomBytes(32) : Buffer.alloc(32, byte));

test.each([
  [0],
  [1],
  [0x55],
  [0xff],
  [null, 0],
  [7, null],
  [null, 0xff, null],
])('keys of the bytes %j are rejected in every entry, and not shown', (...bytes) => {
  const MASTER_KEY = bytes.map((byte) => key(byte).toString('base64')).join();
  const JWT_KEYS_GIVEN = bytes.map((byte, index) => `k${index}:${key(byte).toString('base64url')}`).join();
  expect(problemsOf({ MASTER_KEY })).toEqual([`MASTER_KEY must be ${MASTER_KEYS}`]);
  expect(problemsOf({ JWT_KEYS: JWT_KEYS_GIVEN })).toEqual([`JWT_KEYS must be ${JWT_KEYS}`]);
});

test('rejects a webhook secret of one repeated character, but accepts generated keys', () => {
  expect(problemsOf({ WEBHOOK_GLOBAL_SECRET: 'x'.repeat(40) })).toHaveLength(1);
  const MASTER_KEY = [key(null), key(null)].map((bytes) => bytes.toString('base64')).join();
  const keys = {
    MASTER_KEY,
    JWT_KEYS: `k1:${key(null).toString('base64url')}`,
    WEBHOOK_GLOBAL_SECRET: `${'x'.repeat(16)}y`,
  };
  expect(problemsOf(keys)).toEqual([]);
});

test('every faulty variable is named at once', () => {
  expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', MASTER_KEY: 'z' })).toHaveLength(3);
});

test('production demands every secret, and rejects test settings', () => {
  expect(problemsOf({ NODE_ENV: 'production', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })).toEqual([
    'DATABASE_URL must be given in production',
    'MASTER_KEY must be given in production',
    'JWT_KEYS must be given in production',
    'PUBLIC_BASE_URL must be given in production',
    'REGULATORY_ROLE must be given in production',
    'WEBHOOK_ALLOW_CIDRS is for tests and refused in production',
  ]);
});

describe("the operators' door", () => {
  const [DATABASE_URL, PUBLIC_BASE_URL, OPS_PUBLIC_URL] = [
    'postgres://db/x',
    'https://a.example',
    'https://b.example/',
  ];
  const secrets = { MASTER_KEY: key(null).toString('base64'), JWT_KEYS: `k1:${key(null).toString('base64url')}` };
  const stated = { PUBLIC_BASE_URL, REGULATORY_ROLE: 'none' };
  const production = { NODE_ENV: 'production', DATABASE_URL, ...stated, ...secrets };

  test('is open in development, and in production only on a port of its own', () => {
    expect(readConfig({}).hasOpsDoor).toBe(true);
    expect(readConfig(production).hasOpsDoor).toBe(false);
    expect(readConfig({ ...production, OPS_PORT: '3001', OPS_PUBLIC_URL })).toMatchObject({
      ...{ hasOpsDoor: true, OPS_HOST: '127.0.0.1', OPS_PORT: 3001, OPS_PUBLIC_URL: 'https://b.example' },
    });
  });

  test.each([
    [{ OPS_PORT: '1' }, 'OPS_PUBLIC_URL must be given with OPS_PORT in production, and begin with https://'],
    [
      { OPS_PORT: '1', OPS_PUBLIC_URL: 'http://b.example' },
      'OPS_PUBLIC_URL must be given with OPS_PORT in production, and begin with https://',
    ],
    [{ OPS_PUBLIC_URL }, 'OPS_PORT must be given with OPS_PUBLIC_URL'],
  ])('is rejected in production with %j', (given, problem) => {
    expect(problemsOf({ ...production, ...given })).toEqual([problem]);
  });
});

describe('the identity provider', () => {
  const client = { OPS_OIDC_CLIENT_ID: 'lastro', OPS_OIDC_CLIENT_SECRET: 'a-client-secret' };
  const whole = { OPS_OIDC_ISSUER: 'http://127.0.0.1:9/realms/a/', OPS_PUBLIC_URL: 'http://127.0.0.1:3000', ...client };

  test('is given whole, and keeps the slash of its issuer', () => {
    expect(readConfig(whole)).toMatchObject({ OPS_OIDC_ISSUER: 'http://127.0.0.1:9/realms/a/' });
    expect(problemsOf({ OPS_OIDC_ISSUER: 'https://id.example' })).toEqual(
      ['OPS_OIDC_CLIENT_ID', 'OPS_OIDC_CLIENT_SECRET', 'OPS_PUBLIC_URL'].map(
        (name) => `${name} must be given with OPS_OIDC_ISSUER`,
      ),
    );
    expect(problemsOf(client)).toEqual(['OPS_OIDC_ISSUER must be given with its client']);
  });

  test('is asked by https alone in production', () => {
    const problem = 'OPS_OIDC_ISSUER must begin with https:// in production';
    expect(problemsOf({ ...whole, NODE_ENV: 'production' })).toContain(problem);
    expect(problemsOf({ ...whole, NODE_ENV: 'production', OPS_OIDC_ISSUER: 'https://id.example' })).not.toContain(
      problem,
    );
  });
});

test('announces the address of the service when no other is configured', () => {
  const url = 'http://127.0.0.1:3000';
  const PUBLIC_BASE_URL = 'https://pay.example';
  expect(withOwnAddress(readConfig({}), url)).toMatchObject({ PUBLIC_BASE_URL: url });
  expect(withOwnAddress(readConfig({ PUBLIC_BASE_URL }), url)).toMatchObject({ PUBLIC_BASE_URL });
});

test('mail without a sender is rejected', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://mail.example' })).toEqual(['MAIL_FROM must be given with SMTP_URL']);
});

test('metrics have no port and traces no destination by default', () => {
  const { METRICS_PORT, METRICS_HOST, REQUEST_LOG, traces } = readConfig({});
  expect([METRICS_PORT, METRICS_HOST, REQUEST_LOG, traces]).toEqual([undefined, '127.0.0.1', 'on', false]);
  expect(readConfig({ METRICS_PORT: '9464' }).METRICS_PORT).toBe(9464);
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  const tracing = (environment: Readonly<Record<string, string>>) => readConfig(environment).traces;
  expect([tracing(endpoint), tracing({ OTEL_SERVICE_NAME: 'x' }), tracing({ OTEL_SERVICE_NAME: '' })]).toEqual([
    ...[true, true],
    false,
  ]);
  expect([tracing({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), tracing({ OTEL_SDK_DISABLED: 'false' })]).toEqual([
    false,
    true,
  ]);
});

test('a secret of another file is read from the environment, except our own secrets', () => {
  const environment = { NODE_KEY: 'k', EMPTY: '', MASTER_KEY: randomBytes(32).toString('base64') };
  const { secretOf } = readConfig(environment);
  expect(['NODE_KEY', 'EMPTY', 'OTHER', 'MASTER_KEY', '__proto__', 'toString'].map(secretOf)).toEqual([
    'k',
    ...Array<undefined>(5).fill(undefined),
  ]);
});
