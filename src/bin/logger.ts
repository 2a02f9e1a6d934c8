import { destination, type Logger, pino } from 'pino';

/** Names whose values never reach the log, wherever they lie in a line. */
const SECRET_NAMES = [
  'authorization',
  'apiKey',
  'hmacSecret',
  'webhookSecret',
  'password',
  'masterKey',
  'jwtKeys',
  'token',
  'signature',
  'databaseUrl',
  'eventStoreUrl',
  'connectionString',
];

/** JSON lines on stderr, so that stdout belongs to whoever asked for an answer. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination({ fd: 2, sync: true }),
  );
