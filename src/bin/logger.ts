import { destination, type Logger, pino } from 'pino';

/** Names whose values never reach the log, wherever they lie in a line. */
const SECRET_NAMES = [
  'authorization',
  'apiKey',
  'hmacSecret',
  'webhookSecret',
  'password',
  'masterKey',
  'masterKeys',
  'jwtKeys',
  'token',
  'signature',
  'databaseUrl',
  'eventStoreUrl',
  'connectionString',
];

/** Only these of an error: drivers hang whole connections, with addresses and statements, on theirs. */
const describe = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error ? { code: error.code } : {}) };
};

/** JSON lines on stderr, so that stdout belongs to whoever asked for an answer. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: describe },
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination({ fd: 2, sync: true }),
  );
