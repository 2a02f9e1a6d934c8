import type { GrpcSettings } from './grpc/grpc-server';

/** The first line of stdin, as JSON. */
export interface EventStoreServerSettings extends Omit<GrpcSettings, 'nowMs' | 'warn' | 'intake'> {
  readonly databaseUrl: string;
  /** Longest wait for a predecessor's lock on the database. */
  readonly lockWaitMs: number;
}

export const FINISH = 'FINISH';

/** Asks for the counters; the answer is one line, COUNTERS and then JSON. */
export const COUNT = 'COUNT';
export const COUNTERS = 'COUNTERS ';
