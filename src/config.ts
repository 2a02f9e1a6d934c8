import { z } from 'zod';
import {
  addresses,
  baseUrl,
  delays,
  isTraced,
  limits,
  mailServer,
  matching,
  oneOf,
  postgres,
  proxies,
  reading,
  whole,
  without,
} from './config-values';
import { faultInEventStoreUrl } from './event-store-url';
import { chainSecrets, isOneByteRepeated, jwtKeysIn, masterKeysIn, sandboxSecrets } from './given-keys';
import { identityProblems, OPS_SHAPE, opsProblems } from './ops-config';
import { rateLimits } from './rate-limits';

/** Every environment variable that the service reads; `.env.example` explains each. */
export const VARIABLES = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'DRAIN_MS',
  'PUBLIC_BASE_URL',
  'OPS_HOST',
  'OPS_PORT',
  'OPS_PUBLIC_URL',
  'OPS_OIDC_ISSUER',
  'OPS_OIDC_CLIENT_ID',
  'OPS_OIDC_CLIENT_SECRET',
  'DATABASE_URL',
  'READER_DATABASE_URL',
  'OPS_READER_DATABASE_URL',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'DATA_DIR',
  'INSTANCE_ID',
  'MASTER_KEY',
  'JWT_KEYS',
  'NETWORKS_FILE',
  'CATALOG_FILE',
  'PROVIDERS_FILE',
  'MEMO_PREFIX',
  'QUOTE_WINDOW_SECONDS',
  'EXPIRY_GRACE_SECONDS',
  'EXPIRY_CEILING_SECONDS',
  'FISCAL_RETENTION_YEARS',
  'AMOUNT_LIMITS_CENTS',
  'DEPOSIT_APPROVAL_CENTS',
  'HELD_EXPOSURE_CENTS',
  'ASSIGNMENT_HOLD_SECONDS',
  'FEE_FLOOR_CENTS',
  'FEE_BASIS_POINTS',
  'CASHIN_DEFAULT_ASSET_ID',
  'CASHIN_SLIPPAGE_BPS',
  'PAYOUT_ATTEMPT_DELAYS_MS',
  'SANDBOX_SETTLE_MS',
  'SANDBOX_PRICES',
  'KYC_LOOKUPS_PER_DAY',
  'REGULATORY_ROLE',
  'SANDBOX_CALLBACK_SECRET',
  'CHAIN_CALLBACK_SECRETS',
  'TOKEN_TTL_DEFAULT',
  'RATE_LIMITS',
  'TRUSTED_PROXIES',
  'WEBHOOK_HEADER_PREFIX',
  'WEBHOOK_RETRY_DELAYS_MS',
  'WEBHOOK_ALLOW_CIDRS',
  'WEBHOOK_GLOBAL_SECRET',
  'PEGGED_BASE_URL',
  'WALLET_OTP_REQUIRED',
  'SMTP_URL',
  'MAIL_FROM',
  'LOG_LEVEL',
  'REQUEST_LOG',
  'METRICS_PORT',
  'METRICS_HOST',
] as const;

export type Variable = (typeof VARIABLES)[number];
export type Environment = { readonly [name in Variable]?: string | undefined };

/** Authorisation of the operator; only some roles may hold crypto of others (docs/operations/networks.md). */
const REGULATORY_ROLES = ['none', 'agent', 'virtual-asset-service-provider', 'financial-institution'] as const;

const KEYS = 'several separated by commas, none of them one byte repeated';

const shape = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).optional(),
  DRAIN_MS: whole(0, 5_000).default(2_000),
  PUBLIC_BASE_URL: baseUrl.optional(),
  ...OPS_SHAPE,
  DATABASE_URL: postgres.optional(),
  READER_DATABASE_URL: postgres.optional(),
  OPS_READER_DATABASE_URL: postgres.optional(),
  EVENTSTORE_URL: without(faultInEventStoreUrl).optional(),
  REDIS_URL: matching('a URL that begins with redis:// or rediss://', /^rediss?:\/\//).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  INSTANCE_ID: matching('1 to 40 of a-z, 0-9 and -', /^[a-z0-9-]{1,40}$/).default('lastro'),
  MASTER_KEY: reading(`32 bytes in base64, ${KEYS}`, masterKeysIn).optional(),
  JWT_KEYS: reading(`<kid>:<base64url of 256 bits at least>, ${KEYS}`, jwtKeysIn).optional(),
  NETWORKS_FILE: z.string().optional(),
  CATALOG_FILE: z.string().optional(),
  PROVIDERS_FILE: z.string().optional(),
  MEMO_PREFIX: matching(
    'a letter and up to 15 more of a-z, 0-9 and -, and not sha256',
    /^(?!sha256$)[a-z][a-z0-9-]{0,15}$/,
  ).default('lastro'),
  QUOTE_WINDOW_SECONDS: whole(5, 86_400).default(300),
  EXPIRY_GRACE_SECONDS: whole(1, 86_400).optional(),
  EXPIRY_CEILING_SECONDS: whole(60, 2_592_000).default(86_400),
  FISCAL_RETENTION_YEARS: whole(1, 100).default(10),
  DEPOSIT_APPROVAL_CENTS: whole(0, 1_000_000_000).default(100_000),
  HELD_EXPOSURE_CENTS: whole(0, 1_000_000_000_000).default(10_000_000),
  ASSIGNMENT_HOLD_SECONDS: whole(60, 86_400).default(1_800),
  AMOUNT_LIMITS_CENTS: limits.default([100, 1_000_000]),
  FEE_FLOOR_CENTS: whole(0, 1_000_000).default(100),
  FEE_BASIS_POINTS: whole(0, 10_000).default(150),
  CASHIN_DEFAULT_ASSET_ID: whole(1, 2_147_483_647).optional(),
  CASHIN_SLIPPAGE_BPS: whole(0, 10_000).default(100),
  PAYOUT_ATTEMPT_DELAYS_MS: delays.default([30_000, 300_000]),
  SANDBOX_SETTLE_MS: whole(0, 3_600_000).default(2_000),
  SANDBOX_PRICES: oneOf('simulated', 'market').default('simulated'),
  KYC_LOOKUPS_PER_DAY: whole(0, 10_000).default(1_000),
  REGULATORY_ROLE: oneOf(...REGULATORY_ROLES).optional(),
  SANDBOX_CALLBACK_SECRET: sandboxSecrets.optional(),
  CHAIN_CALLBACK_SECRETS: chainSecrets.optional(),
  TOKEN_TTL_DEFAULT: matching('a number and one of s, m, h, d, such as 1h', /^[1-9]\d{0,5}[smhd]$/).default('1h'),
  RATE_LIMITS: rateLimits.default({}),
  TRUSTED_PROXIES: proxies.default([]),
  WEBHOOK_HEADER_PREFIX: matching('1 to 20 letters and digits, a letter first', /^[A-Za-z][A-Za-z0-9]{0,19}$/).default(
    'App',
  ),
  WEBHOOK_RETRY_DELAYS_MS: delays.default([2_000, 4_000, 8_000]),
  WEBHOOK_ALLOW_CIDRS: addresses.default([]),
  WEBHOOK_GLOBAL_SECRET: reading('at least 16 characters, not one repeated', (text) =>
    text.length >= 16 && !isOneByteRepeated(Buffer.from(text)) ? text : undefined,
  ).optional(),
  PEGGED_BASE_URL: baseUrl.optional(),
  WALLET_OTP_REQUIRED: oneOf('true', 'false').default('false'),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: matching('an e-mail address, with a name or without', /^.{3,320}$/).optional(),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  REQUEST_LOG: oneOf('on', 'off').default('on'),
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
});

/** Values of these never appear in a message. */
const SECRETS: readonly string[] = [
  'DATABASE_URL',
  'READER_DATABASE_URL',
  'OPS_READER_DATABASE_URL',
  'OPS_OIDC_CLIENT_SECRET',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'MASTER_KEY',
  'JWT_KEYS',
  'SMTP_URL',
  'SANDBOX_CALLBACK_SECRET',
  'CHAIN_CALLBACK_SECRETS',
  'WEBHOOK_GLOBAL_SECRET',
] satisfies readonly Variable[];

type Values = z.infer<typeof shape>;

export type Config = Values & {
  readonly production: boolean;
  readonly HOST: string;
  /** In development on the API's port; in production on a port of its own, or not at all. */
  readonly hasOpsDoor: boolean;
  /** True when an OTEL_* variable is set and none turns traces off. */
  readonly traces: boolean;
  /** Value of a header variable that NETWORKS_FILE names; undefined when unset or one of the service's own. */
  readonly secretOf: (variable: string) => string | undefined;
};

/** The message names every variable at fault. */
export type ConfigError = Error & { readonly problems: readonly string[] };

const refuse = (problems: readonly string[]): ConfigError =>
  Object.assign(new Error(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`), {
    name: 'ConfigError',
    problems,
  });

const productionProblems = (values: Values): readonly string[] => {
  const missing = (['DATABASE_URL', 'MASTER_KEY', 'JWT_KEYS', 'PUBLIC_BASE_URL', 'REGULATORY_ROLE'] as const)
    .filter((name) => values[name] === undefined)
    .map((name) => `${name} must be given in production`);
  const tests =
    values.WEBHOOK_ALLOW_CIDRS.length === 0 ? [] : ['WEBHOOK_ALLOW_CIDRS is for tests and refused in production'];
  return [...missing, ...tests, ...opsProblems(values)];
};

/** A second factor that cannot be delivered would lock everybody out. */
const mailProblems = ({ SMTP_URL, MAIL_FROM, WALLET_OTP_REQUIRED }: Values, production: boolean): readonly string[] => {
  if (SMTP_URL !== undefined) return MAIL_FROM === undefined ? ['MAIL_FROM must be given with SMTP_URL'] : [];
  const isLocked = production && WALLET_OTP_REQUIRED === 'true';
  return isLocked ? ['SMTP_URL must be given in production with WALLET_OTP_REQUIRED'] : [];
};

const problemOf = (name: string, environment: Environment, message: string): string =>
  SECRETS.includes(name) ? `${name} ${message}` : `${name} is "${environment[name as Variable] ?? ''}", and ${message}`;

/** Keeps the service's own secrets from the providers of nodes. */
const secretsIn = (environment: Environment): Config['secretOf'] => {
  const others = new Map(Object.entries(environment).filter(([name]) => !VARIABLES.some((own) => own === name)));
  return (variable) => others.get(variable) || undefined;
};

/** Throws a ConfigError that names every variable at fault. Empty means absent. */
export const readConfig = (environment: Environment): Config => {
  const given = VARIABLES.map((name) => [name, environment[name]] as const).filter(([, value]) => (value ?? '') !== '');
  const parsed = shape.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw refuse(parsed.error.issues.map(({ path, message }) => problemOf(String(path[0]), environment, message)));
  }
  const production = parsed.data.NODE_ENV === 'production';
  const problems = [
    ...mailProblems(parsed.data, production),
    ...identityProblems(parsed.data, production),
    ...(production ? productionProblems(parsed.data) : []),
  ];
  if (problems.length > 0) throw refuse(problems);
  // Not reachable from outside a developer's machine.
  const HOST = parsed.data.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  const hasOpsDoor = !production || parsed.data.OPS_PORT !== undefined;
  return {
    ...parsed.data,
    ...{ production, HOST, hasOpsDoor },
    traces: isTraced(environment),
    secretOf: secretsIn(environment),
  };
};

/** Receipts and payment links begin with the service's own address where no other is given. */
export const withOwnAddress = (config: Config, url: string): Config => ({
  ...config,
  PUBLIC_BASE_URL: config.PUBLIC_BASE_URL ?? url,
});
