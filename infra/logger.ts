import type { Logger as Pino } from 'pino';

/** What infra needs of the service's logger. */
export type Logger = Pick<Pino, 'debug' | 'info' | 'warn' | 'error'>;
