import { isIP } from 'node:net';
import { z } from 'zod';

/** Every environment variable that the service reads; `.env.example` explains each. */
export const VARIABLES = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'PUBLIC_BASE_URL',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'DATA_DIR',
  'INSTANCE_ID',
  'MASTER_KEY',
  'JWT_KEYS',
  'NETWORKS_FILE',
  'CATALOG_FILE',
  'MEMO_PREFIX',
  'QUOTE_WINDOW_SECONDS',
  'EXPIRY_GRACE_SECONDS',
  'AMOUNT_LIMITS_CENTS',
  'FEE_FLOOR_CENTS',
  'FEE_BASIS_POINTS',
  'PAYOUT_ATTEMPT_DELAYS_MS',
  'SANDBOX_SETTLE_MS',
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
] as const;

export type Variable = (typeof VARIABLES)[number];
export type Environment = { readonly [name in Variable]?: string | undefined };

const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const numbers = z
  .string()
  .transform((text) => list(text).map(Number))
  .pipe(z.array(z.number().int().min(0).max(86_400_000)).max(20));
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const perMinute = z.number().int().min(0).optional();

const rateLimits = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z.strictObject({
      ip: perMinute,
      userGet: perMinute,
      cashoutPost: perMinute,
      cashinPost: perMinute,
      withdraw: perMinute,
      validateCode: perMinute,
      authFailure: perMinute,
    }),
  );

/** An address, or a range of them that is not everybody's. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && +prefix <= bits;
};

const proxies = z
  .string()
  .transform(list)
  .refine((entries) => entries.every(isNetwork), { message: 'are addresses and CIDRs, none of them everybody' });

const limitsOf = numbers.refine(([least = 0, most = 0, ...rest]) => rest.length === 0 && least > 0 && least <= most, {
  message: 'is "<minimum>,<maximum>" in cents',
});

const shape = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => (url.endsWith('/') ? url.slice(0, -1) : url))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'begins with postgres://')
    .optional(),
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'begins with esdb://')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'begins with redis://')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  INSTANCE_ID: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'is 1 to 40 of a-z, 0-9 and -')
    .default('lastro'),
  MASTER_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'is 32 bytes in base64')
    .optional(),
  JWT_KEYS: z
    .string()
    .regex(/^[\w-]+:[\w-]{43,}(,[\w-]+:[\w-]{43,})*$/, 'is kid:base64url, 256 bits at least')
    .optional(),
  NETWORKS_FILE: z.string().optional(),
  CATALOG_FILE: z.string().optional(),
  MEMO_PREFIX: z
    .string()
    .regex(/^(?!0x|sha256$)[a-z][a-z0-9-]{0,15}$/, 'is 1 to 16 of a-z, 0-9 and -, and not sha256')
    .default('lastro'),
  QUOTE_WINDOW_SECONDS: whole(5, 86_400).default(300),
  EXPIRY_GRACE_SECONDS: whole(1, 86_400).optional(),
  AMOUNT_LIMITS_CENTS: limitsOf.default([100, 1_000_000]),
  FEE_FLOOR_CENTS: whole(0, 1_000_000).default(100),
  FEE_BASIS_POINTS: whole(0, 10_000).default(150),
  PAYOUT_ATTEMPT_DELAYS_MS: numbers.default([30_000, 300_000]),
  SANDBOX_SETTLE_MS: whole(0, 3_600_000).default(2_000),
  TOKEN_TTL_DEFAULT: z
    .string()
    .regex(/^[1-9]\d{0,5}[smhd]$/, 'is a number and one of s, m, h, d')
    .default('1h'),
  RATE_LIMITS: rateLimits.default({}),
  TRUSTED_PROXIES: proxies.default([]),
  WEBHOOK_HEADER_PREFIX: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,19}$/, 'is 1 to 20 letters and digits')
    .default('App'),
  WEBHOOK_RETRY_DELAYS_MS: numbers.default([2_000, 4_000, 8_000]),
  WEBHOOK_ALLOW_CIDRS: z.string().transform(list).default([]),
  WEBHOOK_GLOBAL_SECRET: z.string().min(16).optional(),
  PEGGED_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'is an http or https URL' })
    .refine((text) => !/[?#@]/.test(text), 'has no user, query or fragment')
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  WALLET_OTP_REQUIRED: z.enum(['true', 'false']).default('false'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'begins with smtp:// or smtps://')
    .refine((text) => URL.canParse(text), 'is a URL')
    .optional(),
  MAIL_FROM: z.string().min(3).max(320).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

type Values = z.infer<typeof shape>;

export type Config = Values & { readonly production: boolean; readonly HOST: string };

/** What an operator must mend before the service can start; the message names every variable at fault. */
export type ConfigError = Error & { readonly problems: readonly string[] };

const refuse = (problems: readonly string[]): ConfigError =>
  Object.assign(new Error(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`), {
    name: 'ConfigError',
    problems,
  });

/** What must be given and what must not be when NODE_ENV is production. */
const productionProblems = (values: Values): readonly string[] => {
  const missing = (['DATABASE_URL', 'MASTER_KEY', 'JWT_KEYS'] as const)
    .filter((name) => values[name] === undefined)
    .map((name) => `${name} must be given in production`);
  const tests =
    values.WEBHOOK_ALLOW_CIDRS.length === 0 ? [] : ['WEBHOOK_ALLOW_CIDRS is for tests and refused in production'];
  return [...missing, ...tests];
};

/** A second factor that nothing can deliver would lock everybody out. */
const mailProblems = ({ SMTP_URL, MAIL_FROM, WALLET_OTP_REQUIRED }: Values, production: boolean): readonly string[] => {
  if (SMTP_URL !== undefined) return MAIL_FROM === undefined ? ['MAIL_FROM must be given with SMTP_URL'] : [];
  const isLocked = production && WALLET_OTP_REQUIRED === 'true';
  return isLocked ? ['SMTP_URL must be given in production with WALLET_OTP_REQUIRED'] : [];
};

/** Reads the environment once; throws a ConfigError that names every variable at fault. Empty means absent. */
export const readConfig = (environment: Environment): Config => {
  const given = VARIABLES.map((name) => [name, environment[name]] as const).filter(([, value]) => (value ?? '') !== '');
  const parsed = shape.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw refuse(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  }
  const production = parsed.data.NODE_ENV === 'production';
  const problems = [...mailProblems(parsed.data, production), ...(production ? productionProblems(parsed.data) : [])];
  if (problems.length > 0) throw refuse(problems);
  // A service on a developer's machine is nobody else's business.
  const HOST = parsed.data.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  return { ...parsed.data, production, HOST };
};
