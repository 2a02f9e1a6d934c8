import type { Logger as Pino } from 'pino';

export type Logger = Pick<Pino, 'debug' | 'info' | 'warn' | 'error'>;
