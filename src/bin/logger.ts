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

const timestamp = (): string => `,"time":"${new Date().toISOString()}"`;

/** JSON lines on stderr, so that stdout belongs to whoever asked for an answer. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp,
      serializers: { err: describe },
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    destination({ fd: 2, sync: true }),
  );

/** A write of so many bytes to a pipe is whole or not made, so that it never lies in the middle of another line. */
const PIPE_BYTES = 4_096;
/** Lines that wait for whoever reads stderr; past it they are lost, and no request waits for one. */
const WAITING_BYTES = 1_048_576;

/** For one line a request: what each line says is fixed, so that there is nothing to redact, and nobody waits for the write. */
export const createRequestLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp },
    destination({ fd: 2, sync: false, maxWrite: PIPE_BYTES, maxLength: WAITING_BYTES }),
  );
