import type { Table } from '../table';

export type PayoutStepRow = {
  readonly stream: string;
  /** REQUEST an attempt, DISPATCH a requested one, RESOLVE a sent one by asking the provider. */
  readonly step: 'REQUEST' | 'DISPATCH' | 'RESOLVE';
  readonly due_at: string;
  /** First dispatch of the attempt; before it, the cause of the step. */
  readonly since_at: string;
  readonly provider_key: string | null;
  readonly cause_event_id: string;
  /** Operators declared it not paid: its provider is asked until this time. Null: until the payout has ended. */
  readonly until_at: string | null;
};

/** The next step of each open payout; an ended payout has no row, unless operators ended it. */
export const payoutSteps: Table<PayoutStepRow> = {
  name: 'payout_steps',
  key: 'stream',
  columns: {
    stream: 'text',
    step: 'text',
    due_at: 'timestamptz',
    since_at: 'timestamptz',
    provider_key: 'text',
    cause_event_id: 'text',
    until_at: 'timestamptz',
  },
};
