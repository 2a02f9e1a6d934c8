import { destination, type Logger, pino } from 'pino';

/** Values of these names never reach the log, at any depth. */
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

/** Omits everything else: drivers attach whole connections, with addresses and statements, to their errors. */
const describe = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error ? { code: error.code } : {}) };
};

const timestamp = (): string => `,"time":"${new Date().toISOString()}"`;

/** JSON lines on stderr; stdout belongs to a command's output. */
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

/** Pipe writes up to this size are atomic, so that lines do not mix. */
const PIPE_BYTES = 4_096;
/** Buffered for a slow reader of stderr; beyond it lines are lost rather than requests delayed. */
const WAITING_BYTES = 1_048_576;

/** For request lines: their fixed fields need no redaction, and no request waits for the write. */
export const createRequestLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp },
    destination({ fd: 2, sync: false, maxWrite: PIPE_BYTES, maxLength: WAITING_BYTES }),
  );
