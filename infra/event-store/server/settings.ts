import type { GrpcSettings } from './grpc/grpc-server';

/** What the parent tells its process in the first line of stdin, as JSON. */
export interface EventStoreServerSettings extends Omit<GrpcSettings, 'nowMs' | 'warn'> {
  readonly databaseUrl: string;
  /** How long a predecessor may take to let go of the database. */
  readonly lockWaitMs: number;
}

/** The line that tells the process to finish. */
export const FINISH = 'FINISH';

/** The line that asks for its counters; it answers with a line that begins with COUNTERS and goes on with JSON. */
export const COUNT = 'COUNT';
export const COUNTERS = 'COUNTERS ';
