import { Counter, Histogram, type Registry } from 'prom-client';

/** How a command ended. `conflict`: another writer was first; `unavailable`: retryable. */
export type CommandOutcome = 'done' | 'refused' | 'conflict' | 'unavailable' | 'failed';

/** `command` and `network` are our own names, never a caller's. */
export interface WorkCounts {
  readonly commandEnded: (command: string, outcome: CommandOutcome) => void;
  readonly appendTook: (durationMs: number) => void;
  readonly lookFailed: (network: string) => void;
  readonly foreignSeen: (records: number) => void;
  /** `code` is one of our codes. */
  readonly operatorRefused: (code: string) => void;
}

/** An append takes a millisecond or two, or very long. */
const APPEND_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export const countWork = (registry: Registry): WorkCounts => {
  const registers = [registry];
  const commands = new Counter({
    name: 'lastro_commands_total',
    help: 'Commands of callers, workers and providers, by result',
    labelNames: ['command', 'outcome'] as const,
    registers,
  });
  const appends = new Histogram({
    name: 'lastro_append_duration_seconds',
    help: 'Appends of this process to the event store, unanswered ones included',
    buckets: APPEND_BUCKETS_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'lastro_network_errors_total',
    help: 'Scans of a network that failed completely',
    labelNames: ['network'] as const,
    registers,
  });
  const foreign = new Counter({
    name: 'lastro_foreign_records_total',
    help: 'Skipped records of other programs in the event store under names of the ledger',
    registers,
  });
  const refusals = new Counter({
    name: 'lastro_ops_refusals_total',
    help: 'Refused requests of operators, by code',
    labelNames: ['code'] as const,
    registers,
  });
  return {
    commandEnded: (command, outcome) => commands.inc({ command, outcome }),
    appendTook: (durationMs) => appends.observe(durationMs / 1_000),
    lookFailed: (network) => failures.inc({ network }),
    foreignSeen: (records) => foreign.inc(records),
    operatorRefused: (code) => refusals.inc({ code }),
  };
};
